import { useEffect } from 'react';

/** Returns a function that focuses the element or, if this page has lost it, its row, the next row or the heading. */
export function placeOf(element: Element | null): () => void {
  const row = element?.closest('tr, li, article, [role=status]');
  const heading = element?.closest('section:has(h2)')?.querySelector('h2');
  const dialog = element?.closest('[role=dialog]');
  const { pathname } = window.location;
  const rows = [row, row?.nextElementSibling, row?.previousElementSibling];
  return () => {
    if (window.location.pathname !== pathname || dialog?.isConnected === false) return;
    const buttons = rows.map((one) => one?.isConnected && one.querySelector('button:not(:disabled), a[href]'));
    const place = [element, ...buttons, dialog, heading, document.querySelector('main h1')].find(
      (one) => one instanceof HTMLElement && one.isConnected,
    ) as HTMLElement | undefined;
    if (place?.matches('h1, h2')) place.tabIndex = -1;
    place?.focus();
  };
}

/** The browser gives the focus of a removed row to the whole page, so keyboards would begin at its top. */
export function useKeptFocus() {
  useEffect(() => {
    let focused: Element | null = null;
    let restore = () => {};
    const remember = ({ target }: FocusEvent) => {
      focused = (target as Element).closest('main :is(tr, li, article, [role=status], [role=dialog]) *');
      restore = placeOf(focused);
    };
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected) return;
      focused = null;
      if (document.activeElement === document.body) restore();
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}
