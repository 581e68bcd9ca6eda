import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Copyable } from '../kit/copy.tsx';
import { Section } from '../kit/page.tsx';

const tasks = [
  ['/links', {}, 'Tag the links of your ads', 'Each order then has its campaign and ad.'],
  ['/spend', {}, 'Import what your ads cost', 'A report of Google Ads, Meta or another network gives the return.'],
  ['/spend', { tab: 'rates' }, 'Add exchange rates', 'Only if you sell or pay in several currencies.'],
  ['/books', {}, 'Compare your orders', 'The list of your shop shows which orders did not arrive.'],
  ['/keys', {}, 'Ask an AI assistant', 'Create a read-only key. It shows the address for your assistant.'],
] as const;

/** None of these tasks needs a developer. */
export const Marketing = () => (
  <Section title="For marketing" about="What you can do without a developer, in this order.">
    <ol style={{ margin: 0, paddingLeft: 20, display: 'grid', gap: 8 }}>
      {tasks.map(([to, search, title, text]) => (
        <li key={title}>
          <Link to={to} search={search as never}>
            {title}
          </Link>
          <Text fz="sm" c="dimmed">
            {text}
          </Text>
        </li>
      ))}
    </ol>
    <Text fz="sm" mt="md" component="div">
      The pixel and the orders need your developer. Send them this page: <Copyable value={`${window.location.origin}/docs/guides`} />
    </Text>
  </Section>
);
