import { useEffect } from 'react';

type Wall = { isOn: boolean; tabs: readonly { id: string }[]; openId: string | undefined };

const TURN_MS = 30_000;

/** On a wall the tabs take turns and the screen stays awake; both end with full screen. */
export function useWall({ isOn, tabs, openId }: Wall, openTab: (id: string) => void): void {
  useEffect(() => {
    if (!isOn || tabs.length < 2) return undefined;
    const timer = setTimeout(() => {
      const at = tabs.findIndex(({ id }) => id === openId);
      const next = tabs[(at + 1) % tabs.length];
      if (next) openTab(next.id);
    }, TURN_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- what opens a tab is the same on every render
  }, [isOn, tabs, openId]);

  useEffect(() => {
    if (!isOn) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const take = async () => {
      // A browser that does not know it, or is low on power, lets the screen sleep.
      const taken = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (isOver) await taken?.release();
      else lock = taken;
    };
    const onSeen = () => {
      if (!document.hidden) void take();
    };
    void take();
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onSeen);
      void lock?.release();
    };
  }, [isOn]);
}
