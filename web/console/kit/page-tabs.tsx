import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useChangeSearch } from '../core/use-change-search.ts';

type Tab = readonly [value: string, title: string, content: ReactNode];

export function PageTabs({ value, tabs }: { value: string | undefined; tabs: readonly [Tab, ...Tab[]] }) {
  const changeSearch = useChangeSearch();
  const [first] = tabs[0];
  return (
    <Tabs value={value ?? first} onChange={(tab) => changeSearch({ tab: tab === first ? undefined : tab })} keepMounted={false}>
      <Tabs.List mb="md">
        {tabs.map(([tab, title]) => (
          <Tabs.Tab key={tab} value={tab}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(([tab, , content]) => (
        <Tabs.Panel key={tab} value={tab}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
