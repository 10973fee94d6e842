/** The second net: keys of well-known providers by their shape, for those the host was never told about. */

/** `tail`: which bytes may follow the prefix, how many at least and at most. */
export interface KeyPattern {
  readonly name: string;
  readonly prefix: string;
  readonly tail: RegExp;
  readonly least: number;
  readonly most: number;
  /** Words that only look like a key ("sk-fading-circle-spinner") have no digit. */
  readonly needs_digit: boolean;
}

const WORD = /[A-Za-z0-9]/;
const WORD_DASH = /[A-Za-z0-9_-]/;
const LONGEST = 256;

const open = (name: string, prefix: string, tail: RegExp, least: number): KeyPattern => ({
  name,
  prefix,
  tail,
  least,
  most: LONGEST,
  needs_digit: true,
});

export const keyPatterns: readonly KeyPattern[] = [
  open("provider-key", "sk-", WORD_DASH, 20),
  open("github-token", "ghp_", WORD, 30),
  open("github-token", "gho_", WORD, 30),
  open("github-token", "ghu_", WORD, 30),
  open("github-token", "ghs_", /[A-Za-z0-9_.-]/, 30),
  open("github-token", "ghr_", WORD, 30),
  open("github-token", "github_pat_", /[A-Za-z0-9_]/, 30),
  open("slack-token", "xoxb-", WORD_DASH, 20),
  open("slack-token", "xoxp-", WORD_DASH, 20),
  { name: "aws-key-id", prefix: "AKIA", tail: /[A-Z0-9]/, least: 16, most: 16, needs_digit: false },
  { name: "aws-key-id", prefix: "ASIA", tail: /[A-Z0-9]/, least: 16, most: 16, needs_digit: false },
  { name: "google-key", prefix: "AIza", tail: WORD_DASH, least: 35, most: 35, needs_digit: false },
];
