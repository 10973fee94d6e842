import { expect, test } from "vitest";

import {
  chainHash,
  chainText,
  digestBytes,
  digestDocument,
  genesis,
} from "../../../src/core/digest/digest.ts";

test("bytes and text: the FIPS 180-4 example", () => {
  const abc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(digestBytes("abc")).toBe(abc);
  expect(digestBytes(new Uint8Array([0x61, 0x62, 0x63]))).toBe(abc);
});

// The three expected values were made with printf and sha256sum, so they do not lean on this code.
test("a document's digest is over its tag line and its canonical text", () => {
  expect(digestDocument("plan", { a: 1 })).toBe(
    "sha256:a23b81457f1333fde13814a66f75056c3f25a47af44fc164750f4bacad8eb263",
  );
});
test("genesis is the digest of its tag alone", () => {
  expect(genesis).toBe("sha256:2994fa01c0e4ea26ca8db4c87f25b5b9a637a6f4bf7388e6d060ff394e8d8377");
});
test("a link is over the tag line, the previous link as text and the canonical text", () => {
  expect(chainHash(genesis, { a: 1 })).toBe(
    "sha256:4b20395731cd0afb6c9c7c4e24359784e932faa03f099b6410ee228ebf406d97",
  );
  expect(chainText(genesis, '{"a":1}')).toBe(
    "sha256:4b20395731cd0afb6c9c7c4e24359784e932faa03f099b6410ee228ebf406d97",
  );
});

test("the same value under another tag has another digest", () => {
  expect(digestDocument("run-result", { a: 1 })).not.toBe(digestDocument("plan", { a: 1 }));
});
test("a value that is not JSON is a bug and throws", () => {
  expect(() => digestDocument("plan", { a: undefined })).toThrow("/a");
});
