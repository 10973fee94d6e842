/** Response bodies written for this repository, one or more for each decoding rule, with the outcome they must have. */

import { byteVectors } from "./byte-vectors.ts";
import { callVectors } from "./call-vectors.ts";
import { endVectors } from "./end-vectors.ts";
import { itemVectors } from "./item-vectors.ts";
import type { WireVector } from "./vector.ts";

export const vectors: readonly WireVector[] = [
  ...byteVectors,
  ...callVectors,
  ...endVectors,
  ...itemVectors,
];
