import type { Route } from '#lib/local/gateway.ts';

type Module = { makeHandler(...told: unknown[]): Route['handler'] | Promise<Route['handler']> };

/**
 * The handler of a peer in `packaged/`, made of packages that `npm run bench` alone installs. By a name that no
 * compiler follows, so that the types of everything else hold without them.
 */
export async function packaged(name: string, ...told: unknown[]): Promise<Route['handler']> {
  const { makeHandler } = (await import(new URL(`./packaged/${name}.ts`, import.meta.url).href)) as Module;
  return makeHandler(...told);
}
