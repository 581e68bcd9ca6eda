import { useValidSearch } from '../core/use-valid-search.ts';
import { Page } from '../kit/page.tsx';
import { PageTabs } from '../kit/page-tabs.tsx';
import { History } from './history.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { useReconciliations } from './queries.ts';
import { Rules } from './rules.tsx';
import { booksSearch } from './search.ts';

export function BooksPage() {
  const { tab } = useValidSearch(booksSearch);
  const list = useReconciliations();
  return (
    <Page
      title="Books"
      about="Every order of your shop accounted for: compared with the events that arrived, with the reason for each difference, and repairs."
    >
      <PageTabs
        value={tab}
        tabs={[
          ['orders', 'Orders', <OrdersTab key="orders" list={list} />],
          ['history', 'Months and history', <History key="history" list={list} />],
          ['rules', 'Rules', <Rules key="rules" />],
        ]}
      />
    </Page>
  );
}
