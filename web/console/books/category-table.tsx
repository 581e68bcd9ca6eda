import { Button, Group, Table, Text } from '@mantine/core';
import { useValidSearch } from '../core/use-valid-search.ts';
import { DataTable } from '../kit/data-table.tsx';
import { Export } from '../kit/export.tsx';
import { countText, moneyText } from '../kit/money.ts';
import { Section } from '../kit/page.tsx';
import { differencesText } from './amounts.ts';
import type { Figures } from './answers.ts';
import { type Category, categoryNames, categoryText, categoryTitle, firstOf } from './categories.ts';
import { useShow } from './queries.ts';
import { booksSearch } from './search.ts';
import { sharesOf } from './shares.ts';

const ofOrders = categoryNames.filter((name) => name !== 'extra');

export const useCategory = ({ categories }: Figures): Category => {
  const { category } = useValidSearch(booksSearch);
  return category ?? firstOf(categories);
};

export function Categories({ figures }: { figures: Figures }) {
  const { categories: counts, by_category, reconciliation_id: id } = figures;
  const chosen = useCategory(figures);
  const show = useShow();
  const shares = sharesOf(ofOrders.map((name) => counts[name]));
  const shareText = (name: Category) => (name === 'extra' ? '–' : `${(shares[ofOrders.indexOf(name)] ?? 0).toFixed(1)}%`);
  const shown = categoryNames.filter((name) => counts[name] > 0);
  const valuesOf = (name: Category) => by_category.find(({ category }) => category === name)?.values ?? [];
  const summary = shown
    .filter((name) => name !== 'extra')
    .map((name) => `${categoryTitle(name)} ${shareText(name)}`)
    .join(', ');
  return (
    <Section
      title="Every order, once"
      about="Each order is in one category, and the shares add up to 100%. A difference with + is what the shop has more."
      padding={0}
      actions={
        <Export
          file={`orders-by-category-${id}`}
          header={['category', 'orders', 'share', 'currency', 'shop_value', 'adtrail_value', 'difference']}
          lines={shown.flatMap((name) =>
            valuesOf(name).map((amount) => [
              name,
              counts[name],
              shareText(name),
              amount.currency,
              amount.shop_value,
              amount.adtrail_value,
              amount.difference,
            ]),
          )}
        />
      }
    >
      <div className="shares" role="img" aria-label={`Orders by category: ${summary}`}>
        {ofOrders.map(
          (name, at) => counts[name] > 0 && <div key={name} className={`share share-${name}`} style={{ flexGrow: shares[at] ?? 0 }} />,
        )}
      </div>
      <DataTable
        minWidth={420}
        label="Orders by category"
        heads={[
          'Category',
          ['Orders', 'number'],
          ['Share', 'number'],
          ['Shop', 'number mantine-visible-from-lg'],
          ['adtrail', 'number mantine-visible-from-lg'],
          ['Difference', 'number'],
        ]}
      >
        {shown.map((name) => (
          <Table.Tr key={name} data-selected={chosen === name || undefined}>
            <Table.Td>
              <Group gap={8} wrap="nowrap" align="flex-start">
                <span className={`swatch share-${name}`} aria-hidden="true" />
                <div>
                  <Button
                    size="compact-sm"
                    variant={chosen === name ? 'light' : 'subtle'}
                    aria-pressed={chosen === name}
                    aria-label={`List ${categoryTitle(name)}`}
                    onClick={() => show({ category: name }, true)}
                  >
                    {categoryTitle(name)}
                  </Button>
                  <Text fz="xs" c="dimmed" px={8}>
                    {categoryText(name)}
                  </Text>
                </div>
              </Group>
            </Table.Td>
            <Table.Td className="number">{countText(counts[name])}</Table.Td>
            <Table.Td className="number">{shareText(name)}</Table.Td>
            <Table.Td className="number" visibleFrom="lg">
              {amountsText(valuesOf(name), 'shop_value')}
            </Table.Td>
            <Table.Td className="number" visibleFrom="lg">
              {amountsText(valuesOf(name), 'adtrail_value')}
            </Table.Td>
            <Table.Td className="number">{differencesText(valuesOf(name))}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Section>
  );
}

const amountsText = (values: Figures['by_category'][number]['values'], side: 'shop_value' | 'adtrail_value'): string =>
  values.map((amount) => moneyText(amount[side], amount.currency)).join(', ') || '–';
