/** Which packages decide how an agent talks to its model: frameworks, model clients and their parts. */

/** Frameworks first, then model clients, then protocols and tracing. A name that ends in * stands for all that begin so. */
const known = {
  npm: [
    "@openai/agents*",
    "@anthropic-ai/claude-agent-sdk",
    "@google/adk",
    "langchain",
    "@langchain/*",
    "llamaindex",
    "@llamaindex/*",
    "@mastra/*",
    "@strands-agents/sdk",
    "ai",
    "@ai-sdk/*",
    "openai",
    "@azure/openai",
    "@anthropic-ai/sdk",
    "@google/genai",
    "@google/generative-ai",
    "@mistralai/mistralai",
    "langsmith",
    "@modelcontextprotocol/sdk",
    "@modelcontextprotocol/client",
    "@modelcontextprotocol/core",
  ],
  python: [
    "openai-agents",
    "claude-agent-sdk",
    "google-adk",
    "langchain*",
    "langgraph*",
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
    "instructor",
    "litellm",
    "openai",
    "anthropic",
    "google-genai",
    "google-generativeai",
    "mistralai",
    "cohere",
    "groq",
    "azure-ai-*",
    "langsmith",
    "mcp",
    "fastmcp",
  ],
} as const;

export type Ecosystem = keyof typeof known;

/** The lower, the nearer to what an agent is built on; null for a package we do not know. `name` as normalised by its ecosystem. */
export function rankFramework(ecosystem: Ecosystem, name: string): number | null {
  const rank = known[ecosystem].findIndex((one) =>
    one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one,
  );
  return rank < 0 ? null : rank;
}
