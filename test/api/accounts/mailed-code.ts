import type { TestApp } from '#test/kit/harness.ts';

export function mailedCode({ world }: TestApp, to: string): string {
  const mail = world.mails.findLast((one) => one.to === to);
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`No code was mailed to ${to}.`);
  return code;
}

export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
