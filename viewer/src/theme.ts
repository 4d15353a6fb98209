// Colours of the drawing, light and dark. The page's own colours are in style.css; these are what WebGL needs to know.
import {rgb, type Rgb} from './palette';

export interface Theme {
    dark: boolean;
    ground: Rgb;
    floor: Rgb;
    grid: Rgb;
    wall: Rgb;
    wallSide: Rgb;
    outline: Rgb;
    ink: Rgb;
    accent: Rgb;
    goal: Rgb;
    source: Rgb;
    slow: Rgb;
    layer: Rgb;
    trouble: Rgb;
}

export const LIGHT: Theme = {
    dark: false,
    ground: rgb('#e9ecef'),
    floor: rgb('#fbfcfd'),
    grid: rgb('#dfe4e9'),
    wall: rgb('#39434f'),
    wallSide: rgb('#8d98a5'),
    outline: rgb('#1d2530'),
    ink: rgb('#1b2430'),
    accent: rgb('#0f766e'),
    goal: rgb('#0f766e'),
    source: rgb('#9a5b13'),
    slow: rgb('#a8326e'),
    layer: rgb('#6b7b8c'),
    trouble: rgb('#b42318'),
};

export const DARK: Theme = {
    dark: true,
    ground: rgb('#0e1217'),
    floor: rgb('#181e26'),
    grid: rgb('#232b36'),
    wall: rgb('#b9c4d0'),
    wallSide: rgb('#586473'),
    outline: rgb('#e8eef5'),
    ink: rgb('#e6ebf1'),
    accent: rgb('#2dd4bf'),
    goal: rgb('#2dd4bf'),
    source: rgb('#f0b35e'),
    slow: rgb('#f08fbb'),
    layer: rgb('#7d8ea1'),
    trouble: rgb('#ff8577'),
};

export function css([r, g, b]: Rgb, alpha = 1): string {
    return alpha === 1 ? `rgb(${r} ${g} ${b})` : `rgb(${r} ${g} ${b} / ${alpha})`;
}
