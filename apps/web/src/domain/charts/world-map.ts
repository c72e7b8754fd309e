import { WORLD } from '@causeway/contract/drawing/map-option.ts';
import outline from '@causeway/contract/drawing/world-outline.json';
import { GeoComponent } from 'echarts/components';
import { registerMap, use as useParts } from 'echarts/core';

useParts([GeoComponent]);
registerMap(WORLD, outline as unknown as Parameters<typeof registerMap>[1]);
