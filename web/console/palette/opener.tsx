import { ActionIcon } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../kit/icon.tsx';

const Palette = lazy(() => import('./palette.tsx').then((part) => ({ default: part.Palette })));
const Shortcuts = lazy(() => import('./palette.tsx').then((part) => ({ default: part.Shortcuts })));

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

export function PaletteOpener() {
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      const isShortcuts = event.key === '?' && !isTyping(event);
      if (!isPalette && !isShortcuts) return;
      if (document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      setOpened(isPalette ? 'palette' : 'shortcuts');
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  const close = () => setOpened(null);
  // In the page's header, the dialog's heading would be a second banner.
  const content = document.getElementById('content');
  return (
    <>
      <ActionIcon variant="default" size={30} aria-label="Find (Ctrl K)" title="Find (Ctrl K)" onClick={() => setOpened('palette')}>
        <Icon name="keywords" size={16} />
      </ActionIcon>
      {opened &&
        content &&
        createPortal(
          <Suspense fallback={null}>{opened === 'palette' ? <Palette close={close} /> : <Shortcuts close={close} />}</Suspense>,
          content,
        )}
    </>
  );
}
