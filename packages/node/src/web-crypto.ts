/** Node 18 has no global `crypto`. Bundlers for edge functions refuse the literal name of its module. */
export async function webCrypto(): Promise<typeof globalThis.crypto.subtle> {
  if (globalThis.crypto?.subtle) return globalThis.crypto.subtle;
  const name = ['node', 'crypto'].join(':');
  const { webcrypto }: { webcrypto: typeof globalThis.crypto } = await import(/* webpackIgnore: true */ /* @vite-ignore */ name);
  return webcrypto.subtle;
}
