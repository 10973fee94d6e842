/** Which packages decide how an agent talks to its model: frameworks, model clients and their parts. */

/** A name that ends in * stands for all that begin so. */
const known = {
  npm: [
    "openai",
    "@openai/agents*",
    "@azure/openai",
    "@anthropic-ai/sdk",
    "@anthropic-ai/claude-agent-sdk",
    "@google/genai",
    "@google/generative-ai",
    "@google/adk",
    "@mistralai/mistralai",
    "ai",
    "@ai-sdk/*",
    "langchain",
    "@langchain/*",
    "langsmith",
    "llamaindex",
    "@llamaindex/*",
    "@mastra/*",
    "@strands-agents/sdk",
    "@modelcontextprotocol/sdk",
    "@modelcontextprotocol/client",
    "@modelcontextprotocol/core",
  ],
  python: [
    "openai",
    "openai-agents",
    "anthropic",
    "claude-agent-sdk",
    "google-genai",
    "google-generativeai",
    "google-adk",
    "mistralai",
    "cohere",
    "groq",
    "litellm",
    "instructor",
    "langchain*",
    "langgraph*",
    "langsmith",
    "llama-index*",
    "pydantic-ai*",
    "strands-agents*",
    "crewai*",
    "autogen-*",
    "ag2",
    "pyautogen",
    "agent-framework*",
    "semantic-kernel",
    "smolagents",
    "haystack-ai",
    "dspy*",
    "agno",
    "mcp",
    "fastmcp",
    "azure-ai-*",
  ],
} as const;

export type Ecosystem = keyof typeof known;

/** `name` as normalised by its ecosystem. */
export function isFramework(ecosystem: Ecosystem, name: string): boolean {
  return known[ecosystem].some((one) =>
    one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one,
  );
}
