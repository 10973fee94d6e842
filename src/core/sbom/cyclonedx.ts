/** A bill of materials in CycloneDX 1.6 (ECMA-424), the part of it that we write: no time, and a serial number of the content. */
import { canonicalJson } from "../digest/canonical.ts";
import { digestBytes } from "../digest/digest.ts";

export interface BomProperty {
  readonly name: string;
  readonly value: string;
}

export interface BomComponent {
  readonly type: "application" | "framework" | "library" | "platform";
  /** Unique in the document; `dependencies` and `compositions` speak of it. */
  readonly "bom-ref": string;
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly hashes?: readonly { readonly alg: "SHA-256" | "SHA-512"; readonly content: string }[];
  readonly licenses?: readonly (
    | { readonly license: { readonly id: string } }
    | { readonly expression: string }
  )[];
  readonly properties?: readonly BomProperty[];
  readonly components?: readonly BomComponent[];
}

export interface BomContent {
  readonly metadata: {
    readonly tools?: {
      readonly components: readonly {
        readonly type: "application";
        readonly name: string;
        readonly version?: string;
      }[];
    };
    readonly component: BomComponent;
    readonly properties?: readonly BomProperty[];
  };
  readonly components: readonly BomComponent[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  /** `incomplete`: there is more, and this document does not know it. */
  readonly compositions: readonly {
    readonly aggregate: "complete" | "incomplete";
    readonly assemblies: readonly string[];
  }[];
}

export interface Bom extends BomContent {
  readonly $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json";
  readonly bomFormat: "CycloneDX";
  readonly specVersion: "1.6";
  readonly serialNumber: string;
  readonly version: 1;
}

export function makeBom(content: BomContent): Bom {
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: serialOf(content),
    version: 1,
    ...content,
  };
}

/** A UUID of version 8 (RFC 9562, 5.8): the digest of the content, so that the same content has the same number. */
function serialOf(content: BomContent): string {
  const hex = digestBytes(`agent-lab/bom/v1\n${canonicalJson(content)}`).slice("sha256:".length);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join("-")}`;
}
