// The single algorithm's file of hash-wasm adds 30 KB to a bundle, the whole package 210 KB.
declare module 'hash-wasm/dist/argon2.umd.min.js' {
  const argon2: Pick<typeof import('hash-wasm'), 'argon2id'>;
  export default argon2;
}
