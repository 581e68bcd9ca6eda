import type { Route } from '#lib/local/gateway.ts';

type Module = { makeHandler(...told: unknown[]): Route['handler'] | Promise<Route['handler']> };

/** Only `npm run bench` installs these packages, so no compiler may follow this name. */
export async function packaged(name: string, ...told: unknown[]): Promise<Route['handler']> {
  const { makeHandler } = (await import(new URL(`./packaged/${name}.ts`, import.meta.url).href)) as Module;
  return makeHandler(...told);
}
