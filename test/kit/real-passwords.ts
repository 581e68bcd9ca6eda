export const hashing = { isChanged: false, isReal: false, count: 0 };

/** Tests of the hash, and accounts of another process, need real hashes. */
export function withRealPasswords(): void {
  beforeAll(() => {
    hashing.isReal = true;
  });
  afterAll(() => {
    hashing.isReal = false;
  });
}
