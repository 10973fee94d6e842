/**
 * What CycloneDX 1.6 (ECMA-424) asks of a document that uses the parts we write: required members, closed lists of words,
 * forms of identifiers, references that lead somewhere, nothing twice. Returns what is wrong, in sentences.
 */
export function findBomFaults(bom: unknown): string[] {
  const faults: string[] = [];
  const say = (place: string, what: string): void => void faults.push(`${place}: ${what}`);
  if (!isRecord(bom)) return ["the document is not an object"];
  only(bom, "", members.bom, say);
  if (bom["bomFormat"] !== "CycloneDX") say("bomFormat", "is not CycloneDX");
  if (bom["specVersion"] !== "1.6") say("specVersion", "is not 1.6");
  if (bom["$schema"] !== "http://cyclonedx.org/schema/bom-1.6.schema.json")
    say("$schema", "differs");
  if (!/^urn:uuid:[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(String(bom["serialNumber"])))
    say("serialNumber", "is no urn:uuid");
  if (!Number.isInteger(bom["version"]) || Number(bom["version"]) < 1)
    say("version", "is no count");
  const refs = new Set<string>();
  const metadata = isRecord(bom["metadata"]) ? bom["metadata"] : {};
  only(metadata, "metadata", members.metadata, say);
  if ("timestamp" in metadata) say("metadata", "has a time");
  checkComponent(metadata["component"], "metadata.component", refs, say);
  checkProperties(metadata["properties"], "metadata", say);
  for (const [index, one] of list(bom["components"]).entries())
    checkComponent(one, `components/${index}`, refs, say);
  const dependencies = list(bom["dependencies"]);
  const known = (ref: unknown, place: string): void => {
    if (typeof ref !== "string" || !refs.has(ref))
      say(place, `speaks of ${String(ref)}, which is not there`);
  };
  for (const [index, one] of dependencies.entries()) {
    if (!isRecord(one)) continue;
    known(one["ref"], `dependencies/${index}`);
    for (const on of list(one["dependsOn"])) known(on, `dependencies/${index}`);
    if (new Set(list(one["dependsOn"])).size !== list(one["dependsOn"]).length)
      say(`dependencies/${index}`, "depends on one thing twice");
  }
  for (const [index, one] of list(bom["compositions"]).entries()) {
    const place = `compositions/${index}`;
    if (!isRecord(one)) say(place, "is no object");
    else {
      if (!aggregates.includes(String(one["aggregate"]))) say(place, "has no such aggregate");
      for (const ref of list(one["assemblies"])) known(ref, place);
    }
  }
  return faults;
}

type Say = (place: string, what: string) => void;

const types = ["application", "framework", "library", "platform"];
const aggregates = ["complete", "incomplete", "unknown", "not_specified"];
const members = {
  bom: [
    "$schema",
    "bomFormat",
    "specVersion",
    "serialNumber",
    "version",
    "metadata",
    "components",
    "dependencies",
    "compositions",
  ],
  metadata: ["tools", "component", "properties"],
  component: [
    "type",
    "bom-ref",
    "name",
    "version",
    "purl",
    "hashes",
    "licenses",
    "properties",
    "components",
  ],
};

function checkComponent(value: unknown, place: string, refs: Set<string>, say: Say): void {
  if (!isRecord(value)) return say(place, "is no component");
  only(value, place, members.component, say);
  if (!types.includes(String(value["type"]))) say(place, "has no known type");
  if (typeof value["name"] !== "string" || value["name"] === "") say(place, "has no name");
  const ref = value["bom-ref"];
  if (typeof ref !== "string" || ref === "") say(place, "has no bom-ref");
  else if (refs.has(ref)) say(place, `repeats the bom-ref ${ref}`);
  else refs.add(ref);
  if ("version" in value && typeof value["version"] !== "string") say(place, "version is no text");
  if ("purl" in value && !/^pkg:npm\/(%40[^/]+\/)?[^/@]+@[^@]+$/.test(String(value["purl"])))
    say(place, "has no package URL");
  for (const hash of list(value["hashes"])) {
    const length =
      { "SHA-256": 64, "SHA-512": 128 }[isRecord(hash) ? String(hash["alg"]) : ""] ?? 0;
    const content = isRecord(hash) ? String(hash["content"]) : "";
    if (content.length !== length || !/^[0-9a-f]+$/.test(content)) say(place, "has no such hash");
  }
  for (const licence of list(value["licenses"])) {
    const inner = isRecord(licence) ? licence["license"] : undefined;
    const expression = isRecord(licence) ? licence["expression"] : undefined;
    const named = isRecord(inner) && typeof inner["id"] === "string";
    if (named === (typeof expression === "string")) say(place, "has a licence of no form");
  }
  checkProperties(value["properties"], place, say);
  for (const [index, one] of list(value["components"]).entries())
    checkComponent(one, `${place}/components/${index}`, refs, say);
}

function checkProperties(value: unknown, place: string, say: Say): void {
  for (const one of list(value))
    if (!isRecord(one) || typeof one["name"] !== "string" || typeof one["value"] !== "string")
      say(place, "has a property without name or value");
}

/** The schema closes its objects: an unknown member is a fault. */
function only(
  value: Record<string, unknown>,
  place: string,
  names: readonly string[],
  say: Say,
): void {
  for (const name of Object.keys(value))
    if (!names.includes(name)) say(place, `may not have ${name}`);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
