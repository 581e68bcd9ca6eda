import { useValidSearch } from '../core/use-valid-search.ts';
import { Page } from '../kit/page.tsx';
import { PageTabs } from '../kit/page-tabs.tsx';
import { ImportsTab } from './imports-tab.tsx';
import { JoinsTab } from './joins-tab.tsx';
import { RatesTab } from './rates-tab.tsx';
import { spendSearch } from './search.ts';

export function SpendPage() {
  const { tab } = useValidSearch(spendSearch);
  return (
    <Page
      title="Spend"
      about="What networks charged for your ads. Performance compares it with what these ads earned."
    >
      <PageTabs
        value={tab}
        tabs={[
          ['imports', 'Imports', <ImportsTab key="imports" />],
          ['joins', 'Joins', <JoinsTab key="joins" />],
          ['rates', 'Exchange rates', <RatesTab key="rates" />],
        ]}
      />
    </Page>
  );
}
