import { Tabs } from '@mantine/core';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Page } from '../kit/page.tsx';
import { ImportsTab } from './imports-tab.tsx';
import { JoinsTab } from './joins-tab.tsx';
import { RatesTab } from './rates-tab.tsx';
import { spendSearch } from './search.ts';

export function SpendPage() {
  const { tab = 'imports' } = useValidSearch(spendSearch);
  const change = useChangeSearch();
  return (
    <Page title="Spend" about="What networks charged for your ads. Performance compares it with what these ads earned.">
      <Tabs value={tab} onChange={(value) => change({ tab: value === 'imports' ? undefined : value })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="imports">Imports</Tabs.Tab>
          <Tabs.Tab value="joins">Joins</Tabs.Tab>
          <Tabs.Tab value="rates">Exchange rates</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="imports">
          <ImportsTab />
        </Tabs.Panel>
        <Tabs.Panel value="joins">
          <JoinsTab />
        </Tabs.Panel>
        <Tabs.Panel value="rates">
          <RatesTab />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
