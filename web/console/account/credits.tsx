import { Button, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Answer, call } from '../core/api.ts';
import { counted } from '../kit/counted.ts';
import { RowTable } from '../kit/data-table.tsx';
import { ExportList } from '../kit/export.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Section } from '../kit/page.tsx';
import { Support } from '../kit/support.tsx';
import { Transactions } from '../kit/transactions.tsx';

export function Credits() {
  const credits = useList(['credits'], (page) => call('listCredits', { query: { limit: 20, ...page } as never }));
  const pages = credits.data?.pages ?? [];
  const transactions = pages.flatMap((page) => page.transactions);
  return (
    <>
      {pages[0] && <Balance of={pages[0]} />}
      <Section
        title="Transactions"
        padding={0}
        actions={
          <ExportList
            file="credits"
            header={['at', 'type', 'reason', 'credits', 'balance']}
            list={credits}
            lines={(page) => page.transactions.map((t) => [t.created_at, t.type, t.reason, t.amount, t.balance_after])}
          />
        }
      >
        <Listed
          query={credits}
          rows={transactions}
          height={120}
          empty={<Empty title="No transactions yet">Grants and uses of credits appear here.</Empty>}
        >
          <Transactions rows={transactions} />
        </Listed>
      </Section>
    </>
  );
}

type Page = Answer<'listCredits'>;

const operations: Record<Page['prices'][number]['operation'], string> = {
  discovery: 'Discover competitors',
  keyword_plan: 'Make a keyword plan',
  ad_prompt: 'Make a prompt from an ad',
  template_prompt: 'Make a prompt from your own ads',
};
const priceText = (credits: number) => (credits === 0 ? 'Free' : counted(credits, 'credit'));

function Balance({ of: { balance, prices, licence_credits, billing_portal_url: portal } }: { of: Page }) {
  return (
    <>
      <Section
        title="Balance"
        actions={
          portal && (
            <Button component="a" href={portal} target="_blank" rel="noopener noreferrer" size="xs">
              Buy credits
            </Button>
          )
        }
      >
        <Text fz={28} fw={650} className="figure">
          {countText(balance)}
        </Text>
        <Text fz="sm" fw={550} mt="sm">
          Where credits come from
        </Text>
        <List fz="sm" c="dimmed">
          <List.Item>
            <Link to="/account/people">A licence of our partner</Link> pays each month, by its tier:{' '}
            {licence_credits.map(({ credits }) => countText(credits)).join(', ')}.
          </List.Item>
          <List.Item>
            {portal
              ? 'You buy them, or a subscription pays them with each period.'
              : 'A subscription pays them with each period. They are not sold one by one.'}
          </List.Item>
          <List.Item>
            You can ask <Support /> for some.
          </List.Item>
        </List>
      </Section>
      <Section title="Prices" padding={0}>
        <RowTable
          label="Prices"
          rows={prices}
          keyOf={({ operation }) => operation}
          columns={[
            ['Action', ({ operation }) => operations[operation]],
            [['Price', 'number'], ({ credits }) => priceText(credits)],
          ]}
        />
      </Section>
    </>
  );
}
