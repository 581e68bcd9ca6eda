import { Group, Stack, Text } from '@mantine/core';
import { countText, moneyText, percentText } from '../kit/money.ts';
import { Tile, Tiles } from '../kit/tiles.tsx';
import { Time } from '../kit/time.tsx';
import { differenceText, ordersText, periodText } from './amounts.ts';
import type { Figures } from './answers.ts';
import { formatTitle } from './facts.ts';
import { IdColumn } from './id-column.tsx';
import { isZero } from './is-zero.ts';

export const coverageText = (coverage: number | null): string => (coverage === null ? '–' : percentText(coverage, 2));

export function Summary({ figures }: { figures: Figures }) {
  const { orders, excluded, arrived, coverage, values, format, id_column, time_zone } = figures;
  return (
    <Stack gap="xs">
      <Group gap={6}>
        <Text fz="sm" className="anywhere">
          {ordersText(orders)} from {periodText(figures)} ({time_zone.replaceAll('_', ' ')})
          {format && format !== 'own' ? `, from ${formatTitle(format)}` : ''}
        </Text>
        <Text fz="sm" c="dimmed">
          compared {figures.completed_at && <Time at={figures.completed_at} ago />}
        </Text>
      </Group>
      {id_column && <IdColumn of={id_column} />}
      <Tiles>
        <Tile
          label="Orders covered"
          value={coverageText(coverage)}
          hint="Orders that arrived as an event, by orders that are sales."
          note={`${countText(arrived)} of ${countText(orders - excluded)} arrived`}
        />
        {values.map(({ currency, shop_value, adtrail_value, difference, value_coverage }) => (
          <Tile
            key={currency}
            label={`Value covered, ${currency}`}
            value={coverageText(value_coverage)}
            hint="Of orders that are sales: the share of their value that is in adtrail, of each order at most its own value. The amounts below are of all orders."
            note={
              isZero(difference)
                ? `${moneyText(shop_value, currency)} in both`
                : `All orders: shop ${moneyText(shop_value, currency)}, adtrail ${moneyText(adtrail_value, currency)}: ${differenceText(difference, currency)}`
            }
          />
        ))}
      </Tiles>
    </Stack>
  );
}
