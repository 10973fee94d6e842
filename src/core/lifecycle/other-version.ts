/** A stored event whose chain holds and whose form this version does not know: written by another version, not damaged. */
export class OtherVersion extends Error {
  override readonly name = "OtherVersion";
}
