export const tabs = ['competitors', 'ads', 'own', 'prompts'] as const;
export type Tab = (typeof tabs)[number];

export const competitorsSearch = (search: Record<string, unknown>): { tab?: Tab } => {
  const tab = tabs.find((one) => one === search.tab);
  return tab && tab !== 'competitors' ? { tab } : {};
};
