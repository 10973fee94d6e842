/** Where live model traffic may go: https, or this machine; never an address that hands out a machine's credentials. */

/** `place`: this machine, a private network, or anywhere else. */
export type BaseUrlDecision =
  | { readonly ok: true; readonly place: "loopback" | "private" | "public" }
  | {
      readonly ok: false;
      readonly code: "bad_base_url" | "base_url_not_allowed";
      readonly message: string;
    };

type Place = "loopback" | "private" | "public" | "metadata" | "nowhere";

/**
 * Judges a base URL by its text alone: a name is not resolved here, so a public name that leads to a private address is
 * not seen. Public hosts need https. Private ones (RFC 1918, RFC 4193, RFC 6598, names without a dot or under .internal,
 * .local, .lan) need `allow_private`, and may then be http. Link-local and cloud metadata addresses are always refused.
 */
export function decideBaseUrl(base_url: string, allow_private: boolean): BaseUrlDecision {
  const url = URL.canParse(base_url) ? new URL(base_url) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    return refuse("bad_base_url", "it is not an http or https URL");
  if (url.username !== "" || url.password !== "")
    return refuse("bad_base_url", "it holds a user name or password; keys go into api_key_env");
  if (url.search !== "" || url.hash !== "")
    return refuse("bad_base_url", "it holds a query or fragment; a base URL ends with its path");
  const place = placeOf(url.hostname);
  const host = url.hostname;
  if (place === "metadata")
    return deny(`${host} is a link-local or metadata address, which no model answers from`);
  if (place === "nowhere") return deny(`${host} is no address of one machine`);
  if (place === "private" && !allow_private)
    return deny(
      `${host} is in a private network; set AGENT_LAB_ALLOW_PRIVATE=1 if your model runs there`,
    );
  if (place === "public" && url.protocol === "http:")
    return deny(`${host} would get key and prompts unencrypted; use https`);
  return { ok: true, place };
}

const metadataNames = new Set([
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "instance-data",
  "instance-data.ec2.internal",
]);

/** `hostname` as the URL standard writes it: IPv4 in four decimal parts, IPv6 in brackets, names in lower case. */
function placeOf(hostname: string): Place {
  const name = hostname.replace(/\.$/, "");
  if (/^\d+(\.\d+){3}$/.test(name)) return placeOfV4(name.split(".").map(Number));
  if (name.startsWith("[")) return placeOfV6(groupsOf(name.slice(1, -1)));
  if (name === "localhost" || name.endsWith(".localhost")) return "loopback";
  if (metadataNames.has(name)) return "metadata";
  return !name.includes(".") || /\.(internal|local|lan)$/.test(name) ? "private" : "public";
}

function placeOfV4([a = 0, b = 0, c = 0, d = 0]: readonly number[]): Place {
  if (a === 127) return "loopback";
  if (a === 169 && b === 254) return "metadata";
  const metadata = ["168.63.129.16", "100.100.100.200", "192.0.0.192"];
  if (metadata.includes(`${a}.${b}.${c}.${d}`)) return "metadata";
  if (a === 0 || a >= 224) return "nowhere";
  const shared = a === 100 && b >= 64 && b < 128;
  const rfc1918 = a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168);
  return shared || rfc1918 ? "private" : "public";
}

function placeOfV6(groups: readonly number[]): Place {
  const [first = 0, second = 0] = groups;
  const high = groups.slice(0, 5);
  const v4 = groups.slice(6).flatMap((group) => [group >> 8, group & 255]);
  const mapped = high.every((group) => group === 0) && groups[5] === 0xffff;
  const translated = first === 0x64 && second === 0xff9b;
  if (mapped || translated) return placeOfV4(v4);
  const low = groups.slice(0, 6).every((group) => group === 0);
  if (low && groups[6] === 0 && groups[7] === 1) return "loopback";
  if (low) return "nowhere";
  if ((first & 0xffc0) === 0xfe80) return "metadata";
  if (first === 0xfd00 && second === 0x0ec2) return "metadata";
  if ((first & 0xff00) === 0xff00) return "nowhere";
  return (first & 0xfe00) === 0xfc00 ? "private" : "public";
}

/** The eight groups of an IPv6 address as the URL standard writes it, `::` filled up. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const [left, right] = [readGroups(head), readGroups(tail ?? "")];
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<number>(gap).fill(0), ...right];
}

function readGroups(part: string): number[] {
  return part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
}

function refuse(
  code: Extract<BaseUrlDecision, { ok: false }>["code"],
  message: string,
): BaseUrlDecision {
  return { ok: false, code, message };
}

function deny(message: string): BaseUrlDecision {
  return refuse("base_url_not_allowed", message);
}
