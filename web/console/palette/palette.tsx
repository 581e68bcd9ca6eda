import { Kbd, Table, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { type Entry, useEntries } from './entries.ts';
import { foundIn } from './found.ts';

const most = 12;
const isId = (text: string) => /^\S{6,}$/.test(text) && /[\d:_.-]/.test(text);

export function Palette({ close }: { close: () => void }) {
  const entries = useEntries();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const typed = text.trim();
  const results = [
    ...foundIn(entries, typed).slice(0, most),
    ...(isId(typed)
      ? [
          {
            group: 'Events',
            title: `The event, click or request ${typed}`,
            words: '',
            target: { to: '/events', search: { id: typed } },
          } satisfies Entry,
        ]
      : []),
  ];
  const chosen = Math.min(at, results.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen entry scrolls into view.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, typed]);
  const go = ({ target }: Entry) => {
    close();
    if ('href' in target) window.open(target.href, '_blank', 'noopener,noreferrer');
    else navigate({ to: target.to, search: (target.search ?? {}) as never });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt((chosen + step + results.length) % Math.max(1, results.length));
    } else if (event.key === 'Enter' && results[chosen]) {
      event.preventDefault();
      go(results[chosen]);
    }
  };
  return (
    <Dialog title="Find" onClose={close} centered={false} yOffset="10vh" size="lg">
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="Find a page, a campaign, a key, an event or an action"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={results[chosen] ? `${listId}-${chosen}` : undefined}
        placeholder="A page, a campaign, a key, the ID of an event …"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label="Results"
        style={{ margin: '8px 0 0', padding: 0, maxHeight: '50vh', overflowY: 'auto' }}
      >
        {results.map((entry, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys.
          <div
            key={`${entry.group}${entry.title}`}
            id={`${listId}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            onClick={() => go(entry)}
            onPointerMove={() => setAt(i)}
            style={{
              display: 'flex',
              justifyContent: 'space-between',
              gap: 12,
              padding: '8px 10px',
              cursor: 'pointer',
              borderRadius: 8,
              ...(i === chosen && { background: 'var(--mantine-color-default-hover)' }),
            }}
          >
            <Text span fz="sm" className="anywhere">
              {entry.title}
            </Text>
            <Text span fz="xs" c="dimmed">
              {entry.group}
            </Text>
          </div>
        ))}
      </div>
      {results.length === 0 && (
        <Text fz="sm" c="dimmed" p="sm" role="status">
          Nothing is called that. An event is found by its whole ID.
        </Text>
      )}
    </Dialog>
  );
}

const shortcuts = [
  ['Ctrl K', 'Find a page, a campaign, a key, an event or an action (on a Mac, ⌘ K)'],
  ['?', 'Show these shortcuts'],
  ['Esc', 'Close what is open'],
  ['↑ ↓', 'Choose a result; in a chart, with ← →, a day'],
  ['Enter', 'Open what is chosen'],
] as const;

export function Shortcuts({ close }: { close: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={close}>
      <Table>
        <Table.Tbody>
          {shortcuts.map(([keys, text]) => (
            <Table.Tr key={keys}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
