/** Which host variables a pull request's live models may name: the pairs of address and key that base's commit names. */
import type { Fault } from "../../contracts/fault.ts";
import type { ModelContract } from "../../contracts/model.ts";
import type { FrozenContracts } from "./bind-contracts.ts";

type Pair = Pick<ModelContract, "base_url_env" | "api_key_env">;

/** What a first pull request may name, since base has no configuration yet: each key goes to its own provider. */
const usualPairs: readonly Pair[] = [
  { base_url_env: "OPENAI_BASE_URL", api_key_env: "OPENAI_API_KEY" },
  { base_url_env: "AZURE_OPENAI_ENDPOINT", api_key_env: "AZURE_OPENAI_API_KEY" },
];

/**
 * A pull request that chose the pair freely could have any secret of the host sent to an address where its own program
 * listens. `file`: the configuration.
 */
export function findForeignKeys(
  base: FrozenContracts | null,
  head: FrozenContracts,
  file: string,
): Fault[] {
  const allowed = base === null ? usualPairs : base.models.filter(isLive);
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  return head.models.flatMap((model, index) => {
    if (!isLive(model) || allowed.some((one) => isSamePair(one, model))) return [];
    const listed = head.matrix.models[index];
    const authority =
      base === null
        ? `base has no ${file} yet, so a live model may only name ${listPairs(usualPairs)}`
        : `base's live models name ${listPairs(allowed)}`;
    return [
      {
        code: "key_not_in_base",
        message: `live model ${model.id} of head would send ${model.api_key_env ?? "no key"} to ${addressOf(model)}; ${authority}`,
        where: typeof listed === "string" ? `${folder}${listed}` : file,
        fix: "Name base_url_env and api_key_env together as a live model of base does. A new pair has to be on base first: bring the contract there in a change of its own that someone reviews.",
      },
    ];
  });
}

function isLive(model: ModelContract): boolean {
  return model.upstream === "live";
}

function isSamePair(one: Pair, other: Pair): boolean {
  return one.base_url_env === other.base_url_env && one.api_key_env === other.api_key_env;
}

function addressOf({ base_url_env }: Pair): string {
  return base_url_env ?? "its provider's address";
}

function listPairs(pairs: readonly Pair[]): string {
  const texts = pairs.map((one) => `${one.api_key_env ?? "no key"} for ${addressOf(one)}`);
  return texts.length === 0 ? "none" : [...new Set(texts)].join(", ");
}
