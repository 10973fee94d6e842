/** One conversation on the Responses wire, history sent in full each time: nothing is left to the server's memory. */

export function responses(start) {
  const input = [{ role: "user", content: start.case.user }];
  const tools = start.tools.map(({ name, description, input_schema }) => ({
    type: "function",
    name,
    description,
    parameters: input_schema,
    strict: false,
  }));

  function request() {
    const body = {
      model: start.model.name,
      ...(start.case.system === "" ? {} : { instructions: start.case.system }),
      input,
      ...(tools.length > 0 ? { tools } : {}),
      temperature: start.model.temperature,
      max_output_tokens: start.model.max_output_tokens,
    };
    return { path: "/responses", body };
  }

  function read(reply) {
    if (!Array.isArray(reply.output)) throw new Error("the reply has no output list");
    if (reply.status === "failed") {
      throw new Error(`the model failed: ${reply.error?.message ?? "no reason given"}`);
    }
    input.push(...reply.output);
    return {
      text: reply.output
        .filter((item) => item.type === "message")
        .flatMap((item) => item.content)
        .map((part) => part.text ?? part.refusal ?? "")
        .join(""),
      calls: reply.output
        .filter((item) => item.type === "function_call")
        .map((item) => ({ id: item.call_id, name: item.name, arguments: item.arguments })),
      usage: { in: reply.usage?.input_tokens, out: reply.usage?.output_tokens },
    };
  }

  function answer(calls, outputs) {
    for (const [index, { id }] of calls.entries()) {
      input.push({ type: "function_call_output", call_id: id, output: outputs[index] });
    }
  }

  return { request, read, answer };
}
