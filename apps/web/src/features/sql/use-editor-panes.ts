import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

const RESULT_HEIGHT = 320;

/** What is shown beside and below the text; on a phone the side is a drawer, closed at first. */
export function useEditorPanes() {
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const [isSideWanted, setIsSideWanted] = useLocalStorage({
    key: 'causeway.sql.side',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [resultHeight, setResultHeight] = useLocalStorage({
    key: 'causeway.sql.results',
    defaultValue: RESULT_HEIGHT,
    getInitialValueInEffect: false,
  });
  return {
    isNarrow,
    isSideOpen: isNarrow ? isDrawerOpen : isSideWanted,
    toggleSide: () => (isNarrow ? setIsDrawerOpen(!isDrawerOpen) : setIsSideWanted(!isSideWanted)),
    closeDrawer: () => setIsDrawerOpen(false),
    resultHeight,
    setResultHeight,
    resetResultHeight: () => setResultHeight(RESULT_HEIGHT),
  };
}
