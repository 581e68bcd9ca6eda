export const hashing = { isChanged: false, isReal: false, count: 0 };

export function withRealPasswords(): void {
  beforeAll(() => {
    hashing.isReal = true;
  });
  afterAll(() => {
    hashing.isReal = false;
  });
}
