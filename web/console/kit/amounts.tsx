import { Text } from '@mantine/core';
import { moneyText } from './money.ts';
import type { Amount } from './report-rows.ts';

export function Amounts({ values, currency }: { values: Record<string, string>; currency: string }) {
  const { [currency]: ownValue, ...others } = values;
  return (
    <>
      {ownValue !== undefined && moneyText(ownValue, currency)}
      {Object.entries(others).map(([other, value]) => (
        <Text key={other} fz="xs" c="dimmed">
          {moneyText(value, other)}
        </Text>
      ))}
    </>
  );
}

export const partOf = (amounts: Record<string, Amount>, part: 'value' | 'perOrder'): Record<string, string> =>
  Object.fromEntries(Object.entries(amounts).flatMap(([currency, { [part]: value }]) => (value === null ? [] : [[currency, value]])));
