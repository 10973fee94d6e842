/** One conversation on the Chat Completions wire. */

export function chatCompletions(start) {
  const messages = [
    ...(start.case.system === "" ? [] : [{ role: "system", content: start.case.system }]),
    { role: "user", content: start.case.user },
  ];
  const tools = start.tools.map(({ name, description, input_schema }) => ({
    type: "function",
    function: { name, description, parameters: input_schema },
  }));

  function request() {
    const body = {
      model: start.model.name,
      messages,
      ...(tools.length > 0 ? { tools } : {}),
      temperature: start.model.temperature,
      max_tokens: start.model.max_output_tokens,
    };
    return { path: "/chat/completions", body };
  }

  function read(reply) {
    const message = reply.choices?.[0]?.message;
    if (message === undefined) throw new Error("the reply has no choices[0].message");
    messages.push(message);
    return {
      text: message.content ?? "",
      calls: (message.tool_calls ?? []).map((call) => ({
        id: call.id,
        name: call.function?.name,
        arguments: call.function?.arguments,
      })),
      usage: { in: reply.usage?.prompt_tokens, out: reply.usage?.completion_tokens },
    };
  }

  function answer(calls, outputs) {
    for (const [index, { id }] of calls.entries()) {
      messages.push({ role: "tool", tool_call_id: id, content: outputs[index] });
    }
  }

  return { request, read, answer };
}
