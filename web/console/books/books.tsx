import { Tabs } from '@mantine/core';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Page } from '../kit/page.tsx';
import { History } from './history.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { useReconciliations, useShow } from './queries.ts';
import { Rules } from './rules.tsx';
import { booksSearch } from './search.ts';

export function BooksPage() {
  const { tab = 'orders' } = useValidSearch(booksSearch);
  const show = useShow();
  const list = useReconciliations();
  return (
    <Page
      title="Books"
      about="Every order of your shop accounted for: compared with the events that arrived, with the reason for each difference, and repairs."
    >
      <Tabs
        value={tab}
        onChange={(value) => show({ tab: value === 'history' || value === 'rules' ? value : undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="orders">Orders</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
          <Tabs.Tab value="rules">Rules</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="orders">
          <OrdersTab list={list} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <History list={list} />
        </Tabs.Panel>
        <Tabs.Panel value="rules">
          <Rules />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
