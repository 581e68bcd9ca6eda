import { Secret, TOTP } from 'otpauth';
import type { TestApp } from '#test/kit/harness.ts';

export function codeOf({ world }: TestApp, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  return totp.generate({ timestamp: world.clock.now + steps * 30_000 });
}

export function wrongCodeOf(app: TestApp, secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(app, secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
}
