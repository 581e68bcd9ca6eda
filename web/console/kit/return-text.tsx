import { Text } from '@mantine/core';
import { returnText } from './money.ts';

/** A return is red below the account's target, or below 1 without a target, and green from the target on. */
export function ReturnText({ exact, target }: { exact: string; target: string | null }) {
  const isBelow = Number(exact) < Number(target ?? '1');
  const color = isBelow ? 'var(--bad)' : target === null ? undefined : 'var(--good)';
  return (
    <Text span inherit {...(color && { c: color })}>
      {returnText(exact)}
      {isBelow && <span className="visually-hidden"> (below {target === null ? 'what it cost' : returnText(target)})</span>}
    </Text>
  );
}
