/** A private folder as the commands ask for one. Types only. */

/** `read` is null where there is no such file. */
export interface Scratch {
  readonly path: string;
  locate(name: string): string;
  write(name: string, text: string): string;
  read(name: string): string | null;
  remove(): void;
}
