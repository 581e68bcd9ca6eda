import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Of every dialog and drawer. Inside the page's landmark, so that its heading is not a second banner. */
const shared = { opened: true, withinPortal: false, closeButtonProps: { 'aria-label': 'Close' } };

type Own = keyof typeof shared;

/** A dialog, open as long as it is part of the page. Focus goes back to what opened it. */
export function Dialog(props: Omit<ModalProps, Own>) {
  useReturnFocus();
  return <Modal {...shared} centered {...props} />;
}

/** As `Dialog`, at the side of the page. */
export function SideDialog(props: Omit<DrawerProps, Own>) {
  useReturnFocus();
  return <Drawer {...shared} position="right" size="lg" {...props} />;
}

/** The library returns focus when `opened` changes, and these dialogs leave the page instead. */
function useReturnFocus() {
  const [opener] = useState(() => {
    const focused = document.activeElement;
    // An item of a menu leaves the page with it, so the button of the menu gets the focus.
    const menu = focused?.closest('[role=menu]');
    return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  });
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
