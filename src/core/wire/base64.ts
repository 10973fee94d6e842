/** Base64 without a platform: RFC 4648. */

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** RFC 4648 section 4, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.subarray(at, at + 3);
    const group = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += DIGITS.charAt(group >> 18) + DIGITS.charAt((group >> 12) & 63);
    text += b === undefined ? "=" : DIGITS.charAt((group >> 6) & 63);
    text += c === undefined ? "=" : DIGITS.charAt(group & 63);
  }
  return text;
}
