/** How this process hashes passwords; see `cheap-passwords.ts`. */
export const hashing = { isChanged: false, isReal: false, count: 0 };

/** For the tests of the hash itself, and for accounts that sign in to another process. */
export function withRealPasswords(): void {
  beforeAll(() => {
    hashing.isReal = true;
  });
  afterAll(() => {
    hashing.isReal = false;
  });
}
