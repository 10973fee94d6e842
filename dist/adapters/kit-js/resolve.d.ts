/** Where the framework comes from: AGENT_LAB_FRAMEWORK_FROM, else the folder of the adapter whose import.meta.url is given. */
export function frameworkFolder(ownUrl: string): string;

/** Imports `specifier` as an ES module would from `folder`. Throws, naming package and folder, when it is not there. */
export function importFrom(folder: string, specifier: string): Promise<Record<string, unknown>>;

/** The real folder of a package as seen from `folder`: a place to resolve that package's own dependencies from. */
export function packageFolder(folder: string, name: string): string;

/** File, real folder and version that `specifier` means in `folder`, by Node's rules for the import condition. */
export function resolveFrom(
  folder: string,
  specifier: string,
): { readonly file: string; readonly folder: string; readonly version: string };
