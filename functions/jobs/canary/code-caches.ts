import { argon2id, wasmArgon2id } from '#shared/accounts/sign-in/rules/argon2id.ts';
import { log } from '#shared/log.ts';
import type { Deps } from './needs.ts';

/**
 * If Lambda's Node differs from the Node of the build, V8 rejects the code caches, and each start takes up to
 * twice as long.
 */
export async function countUncachedStarts({ uncachedStarts }: Pick<Deps, 'uncachedStarts'>): Promise<number> {
  const starts = await uncachedStarts();
  if (starts > 0) log.warn('code caches refused', { starts, ...nodeOfLambda() });
  return starts;
}

/** Only AWS knows the Node of this function. */
export const nodeOfLambda = () => ({
  node: process.versions.node,
  code_cache: process.env.CODE_CACHE ?? 'none',
  argon2: argon2id === wasmArgon2id ? 'wasm' : 'native',
});
