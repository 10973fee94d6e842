/** The two folders a workspace reads from, and how a path is shown to people. */
import { join, relative, sep } from "node:path";

export interface WorkspacePlaces {
  /** The user's project; relative paths on the command line start here. */
  readonly project: string;
  /** Agent Lab's own folder, where `shipped:` paths lead. */
  readonly shipped: string;
}

/** Agent Lab's own folder, where `file` lies in it, else the project: what a document names must lie there too. */
export function rootOf(places: WorkspacePlaces, file: string): string {
  return file.startsWith(join(places.shipped, sep)) ? places.shipped : places.project;
}

/** Relative to the project where that is shorter and stays inside, else as it is. */
export function shownPath(places: WorkspacePlaces, file: string): string {
  const inside = relative(places.project, file);
  return inside.startsWith("..") || inside === "" ? file : inside.replaceAll("\\", "/");
}
