// One algorithm of hash-wasm alone: its whole is 210 KB of a bundle, this 30.
declare module 'hash-wasm/dist/argon2.umd.min.js' {
  const argon2: Pick<typeof import('hash-wasm'), 'argon2id'>;
  export default argon2;
}
