import { canRestore } from '#shared/accounts/deletion/rules/account-restore.ts';

it('a deleted account is restored until its erasure, unless its address was registered anew', () => {
  const now = Date.parse('2026-11-30T12:00:00Z');
  const deletion = { requestedAt: '2026-11-20T12:00:00.000Z', eraseAt: '2026-12-20T12:00:00.000Z' } as never;
  const restored = (email: string, at = now) => canRestore({ deletion, email }, at);
  expect(restored('ada@example.com')).toBe(true);
  expect(restored('invalidate_ada@example.com')).toBe(false);
  expect(restored('invalidate_2_ada@example.com')).toBe(false);
  expect(restored('ada@example.com', Date.parse('2026-12-20T12:00:00Z'))).toBe(false);
  expect(canRestore({ email: 'ada@example.com' } as never, now)).toBe(false);
});
