/* Generated from the server's OpenAPI document by `npm run types`; not written by hand. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What this server is and can do. */
        About: {
            codes: components["schemas"]["Code"][];
            /** @description Whether one can play against a computer. */
            computer: boolean;
            /** @description Those by which records were signed before it, the oldest first. */
            earlier_keys: string[];
            /** @description The public key by which records are signed (Ed25519, hexadecimal). */
            key: string;
            /** @description Which law it carries: whoever carries the same rules alike. */
            law: string;
            limits: components["schemas"]["Limits"];
            name: string;
            version: string;
        };
        /** @description Sitting down. */
        Accept: {
            /** @description The name to be shown. */
            name?: string | null;
            /** @description A secret made by the caller, so that repeating is safe. */
            token?: string | null;
        };
        /** @description A seat that was taken. */
        Accepted: {
            game: string;
            link: string;
            parties: components["schemas"]["Seated"][];
            role: components["schemas"]["Role"];
            token: string;
        };
        /** @description One act of the record. Which fields belong to it depends on its name. */
        Act: {
            /** @description resume: who was not there at the time fixed */
            absent?: ("white" | "black")[];
            /** @description touch, upset: it was not on purpose */
            accident?: boolean;
            act: components["schemas"]["ActName"];
            /** @description send: the reading of the opponent's text that is adopted with the reply */
            adopt?: string;
            /** @description Seconds since the start of play. */
            at?: number;
            /** @description resume: the men as they were set up, where it was otherwise than they stood (FEN); decide: the position from which play goes on (FEN) */
            board?: string;
            by: components["schemas"]["Party"];
            /** @description waive: the clause of what is let pass; penalise: the clause broken */
            clause?: string;
            clocks?: components["schemas"]["UsedTimes"];
            /**
             * @description promote: white or black, where the piece is of the wrong colour
             * @enum {string}
             */
            colour?: "white" | "black";
            /** @description offer: a condition put to it, in words */
            condition?: string;
            /**
             * @description point-out: which error
             * @enum {string}
             */
            error?: "board" | "men" | "first-move" | "illegal-move" | "king-left-in-check" | "dropped-man" | "resumed-position" | "touched-man" | "colours" | "clock" | "displaced-man" | "illegal-position";
            /** @description decide: what he finds to be so: accident, wilful, unascertainable, valid-reason, … */
            fact?: string;
            /**
             * @description claim: on which ground
             * @enum {string}
             */
            ground?: "agreement" | "repetition" | "fifty-moves" | "endless-checks" | "drawn-game" | "stalemate" | "forfeit" | "mate" | "normal-means" | "no-effort";
            /**
             * @description press: with which hand, where it was not the one that moved
             * @enum {string}
             */
            hand?: "other";
            /** @description move, promote: 2 where both hands were used */
            hands?: number;
            /** @description touch: the hand stays on it */
            hold?: boolean;
            /**
             * @description promote: how the piece is shown; device: what is noticed of it
             * @enum {string}
             */
            how?: "piece" | "named" | "substitute" | "rings" | "found" | "used";
            /** @description send: pairs: [assumed reply, own next move] */
            if?: string[][];
            /** @description conduct: he has leave to do it */
            leave?: boolean;
            left?: components["schemas"]["UsedTimes"];
            /** @description exact: the man named */
            man?: string;
            /**
             * @description press: how, where it was not properly done
             * @enum {string}
             */
            manner?: "forcible" | "lifted" | "knocked";
            /** @description exact: the men named, where there are two */
            men?: string[];
            /** @description remove: it was dropped, or taken off outside a move */
            mistake?: boolean;
            /** @description move, adopt: a move, such as e2e4 or e7e8q; exact: the move named; claim: the move intended, written down and declared; point-out: which move, counting all that were made by hand; decide: the move he finds to have been made */
            move?: string | number;
            /** @description decide: the number of moves he allows */
            moves_allowed?: number;
            /** @description claim: one of: upset, falsify, second-board, book, assistance, refusal, time, absence, or a clause */
            offence?: string;
            /**
             * @description penalise: whom: white or black
             * @enum {string}
             */
            party?: "white" | "black";
            /**
             * @description exact, penalise: which penalty
             * @enum {string}
             */
            penalty?: "A" | "B" | "C" | "A+B" | "A+C" | "move" | "take" | "king" | "other" | "stand" | "replace" | "warning" | "add-time" | "take-time" | "opponent-score" | "own-score" | "loss" | "fine" | "exclude" | "expel";
            /** @description Which person of a consulting side. */
            player?: string;
            /** @description dispute: the question in words; decide: the question he decides; one stands open at a time, and it may be repeated */
            question?: string;
            /** @description seal: the move as written, or an empty string; null to all but its writer until it is opened */
            record?: string | null;
            /**
             * @description sign: the result; decide: how the game ends, where he ends it
             * @enum {string}
             */
            result?: "1-0" | "0-1" | "1/2-1/2" | "white" | "black" | "drawn" | "annulled";
            /** @description decide: his words */
            ruling?: string;
            /** @description move: what was said with the move: check, mate or free words */
            say?: string;
            /** @description penalise: what the opponent scores, or with own-score the most that the player keeps; decide: the opponent's points, where he finds one player persistent */
            score?: number;
            /** @description penalise: how many seconds are given or taken; award: the seconds given to one player, or to each */
            seconds?: number | {
                black?: number;
                white?: number;
            };
            /**
             * @description flag: whose flag
             * @enum {string}
             */
            side?: "white" | "black" | "both";
            /** @description touch, adjust, lift, place, remove: a square, a1 to h8; quit: which man, where two are in hand; promote: where it is put: for a man named earlier, or before or after the Pawn is taken off; require: the man concerned */
            square?: string;
            /** @description touch: a square, a1 to h8; displace: a list of squares */
            squares?: string[];
            /** @description send: the move as written, or "texts" for several */
            text?: string;
            /** @description send: the move as written, or "texts" for several */
            texts?: string[];
            /** @description What endgame tables said, where they were asked. */
            theory?: number;
            /**
             * @description promote: one of: q, r, b, n, p, k
             * @enum {string}
             */
            to?: "q" | "r" | "b" | "n" | "p" | "k";
            /** @description require: what is required; consent: what is consented to; offer: what is offered; accept, decline: what was offered; demand: what is demanded; score: how it is kept; conduct: what he does; request: what is asked for. Known words: replace-man, remove-hand, quit, complete-castling, rook-move-stands, annul, retract, replace-promoted, proceed, adjust-board, adjust-men, rectify, add-men, remove-odds, recommence, draw, adjourn, go-on, umpire, correct, mate-in-fifty, behind, ahead, hidden, notes, other-notation, up-to-date, leaves-area, leaves-venue, advice, analyses, distracts, noise, smokes, refuses-inspection, disrepute, sheet, explanation, increment, piece */
            what?: string;
            /**
             * @description device: where it is
             * @enum {string}
             */
            where?: "person" | "bag";
            /** @description pause: why, in words */
            why?: string;
            /** @description say: what was said: check, mate or free words */
            words?: string;
        };
        /** @description An act that is durable. */
        Acted: {
            clock: components["schemas"]["Clock"] | null;
            entry: components["schemas"]["Entry"];
            /** @description Whether the same key had come before. */
            repeated: boolean;
            sealed: components["schemas"]["Sealed"] | null;
            /** Format: int32 */
            seq: number;
            state: components["schemas"]["State"];
        };
        /**
         * @description What can happen at the board.
         * @enum {string}
         */
        ActName: "move" | "touch" | "adjust" | "lift" | "place" | "quit" | "remove" | "promote" | "say" | "exact" | "waive" | "require" | "consent" | "adopt" | "offer" | "accept" | "decline" | "claim" | "demand" | "point-out" | "resign" | "upset" | "refuse" | "abandon" | "adjourn" | "seal" | "resume" | "send" | "arrive" | "flag" | "close-of-play" | "press" | "pause" | "restart" | "displace" | "score" | "device" | "conduct" | "request" | "sign" | "penalise" | "award" | "dispute" | "decide";
        /** @description An act as it is sent to a game: the server's clock writes its time, and `by` may be left out by one who has one party only. A right may be given back as it stands; what is only said about it is passed over. */
        ActSent: {
            /** @description resume: who was not there at the time fixed */
            absent?: ("white" | "black")[];
            /** @description touch, upset: it was not on purpose */
            accident?: boolean;
            act: components["schemas"]["ActName"];
            /** @description send: the reading of the opponent's text that is adopted with the reply */
            adopt?: string;
            /** @description resume: the men as they were set up, where it was otherwise than they stood (FEN); decide: the position from which play goes on (FEN) */
            board?: string;
            by?: components["schemas"]["Party"];
            /** @description waive: the clause of what is let pass; penalise: the clause broken */
            clause?: string;
            clocks?: components["schemas"]["UsedTimes"];
            /**
             * @description promote: white or black, where the piece is of the wrong colour
             * @enum {string}
             */
            colour?: "white" | "black";
            /** @description offer: a condition put to it, in words */
            condition?: string;
            /**
             * @description point-out: which error
             * @enum {string}
             */
            error?: "board" | "men" | "first-move" | "illegal-move" | "king-left-in-check" | "dropped-man" | "resumed-position" | "touched-man" | "colours" | "clock" | "displaced-man" | "illegal-position";
            /** @description decide: what he finds to be so: accident, wilful, unascertainable, valid-reason, … */
            fact?: string;
            /**
             * @description claim: on which ground
             * @enum {string}
             */
            ground?: "agreement" | "repetition" | "fifty-moves" | "endless-checks" | "drawn-game" | "stalemate" | "forfeit" | "mate" | "normal-means" | "no-effort";
            /**
             * @description press: with which hand, where it was not the one that moved
             * @enum {string}
             */
            hand?: "other";
            /** @description move, promote: 2 where both hands were used */
            hands?: number;
            /** @description touch: the hand stays on it */
            hold?: boolean;
            /**
             * @description promote: how the piece is shown; device: what is noticed of it
             * @enum {string}
             */
            how?: "piece" | "named" | "substitute" | "rings" | "found" | "used";
            /** @description send: pairs: [assumed reply, own next move] */
            if?: string[][];
            /** @description It lapses as soon as he who has it touches a man. */
            lapses?: boolean;
            /** @description conduct: he has leave to do it */
            leave?: boolean;
            left?: components["schemas"]["UsedTimes"];
            /** @description exact: the man named */
            man?: string;
            /**
             * @description press: how, where it was not properly done
             * @enum {string}
             */
            manner?: "forcible" | "lifted" | "knocked";
            /** @description exact: the men named, where there are two */
            men?: string[];
            /** @description remove: it was dropped, or taken off outside a move */
            mistake?: boolean;
            /** @description move, adopt: a move, such as e2e4 or e7e8q; exact: the move named; claim: the move intended, written down and declared; point-out: which move, counting all that were made by hand; decide: the move he finds to have been made */
            move?: string | number;
            /** @description decide: the number of moves he allows */
            moves_allowed?: number;
            /** @description claim: one of: upset, falsify, second-board, book, assistance, refusal, time, absence, or a clause */
            offence?: string;
            /**
             * @description penalise: whom: white or black
             * @enum {string}
             */
            party?: "white" | "black";
            /**
             * @description exact, penalise: which penalty
             * @enum {string}
             */
            penalty?: "A" | "B" | "C" | "A+B" | "A+C" | "move" | "take" | "king" | "other" | "stand" | "replace" | "warning" | "add-time" | "take-time" | "opponent-score" | "own-score" | "loss" | "fine" | "exclude" | "expel";
            /** @description Which person of a consulting side. */
            player?: string;
            /** @description dispute: the question in words; decide: the question he decides; one stands open at a time, and it may be repeated */
            question?: string;
            /** @description seal: the move as written, or an empty string; null to all but its writer until it is opened */
            record?: string | null;
            /**
             * @description sign: the result; decide: how the game ends, where he ends it
             * @enum {string}
             */
            result?: "1-0" | "0-1" | "1/2-1/2" | "white" | "black" | "drawn" | "annulled";
            /** @description decide: his words */
            ruling?: string;
            /** @description move: what was said with the move: check, mate or free words */
            say?: string;
            /** @description penalise: what the opponent scores, or with own-score the most that the player keeps; decide: the opponent's points, where he finds one player persistent */
            score?: number;
            /** @description penalise: how many seconds are given or taken; award: the seconds given to one player, or to each */
            seconds?: number | {
                black?: number;
                white?: number;
            };
            /**
             * @description flag: whose flag
             * @enum {string}
             */
            side?: "white" | "black" | "both";
            /** @description touch, adjust, lift, place, remove: a square, a1 to h8; quit: which man, where two are in hand; promote: where it is put: for a man named earlier, or before or after the Pawn is taken off; require: the man concerned */
            square?: string;
            /** @description touch: a square, a1 to h8; displace: a list of squares */
            squares?: string[];
            /** @description send: the move as written, or "texts" for several */
            text?: string;
            /** @description send: the move as written, or "texts" for several */
            texts?: string[];
            /** @description The state that would follow; null where it must not be known yet. */
            then?: null | components["schemas"]["Then"];
            /** @description What endgame tables said, where they were asked. */
            theory?: number;
            /**
             * @description promote: one of: q, r, b, n, p, k
             * @enum {string}
             */
            to?: "q" | "r" | "b" | "n" | "p" | "k";
            /** @description require: what is required; consent: what is consented to; offer: what is offered; accept, decline: what was offered; demand: what is demanded; score: how it is kept; conduct: what he does; request: what is asked for. Known words: replace-man, remove-hand, quit, complete-castling, rook-move-stands, annul, retract, replace-promoted, proceed, adjust-board, adjust-men, rectify, add-men, remove-odds, recommence, draw, adjourn, go-on, umpire, correct, mate-in-fifty, behind, ahead, hidden, notes, other-notation, up-to-date, leaves-area, leaves-venue, advice, analyses, distracts, noise, smokes, refuses-inspection, disrepute, sheet, explanation, increment, piece */
            what?: string;
            /**
             * @description device: where it is
             * @enum {string}
             */
            where?: "person" | "bag";
            /** @description pause: why, in words */
            why?: string;
            /** @description say: what was said: check, mate or free words */
            words?: string;
            /** @description The text as it is said to the player who looks, where it speaks of him. */
            you?: string;
        };
        /** @description Seconds given less seconds taken. */
        AddedTimes: {
            /** Format: double */
            black: number;
            /** Format: double */
            white: number;
        };
        /** @description What players can agree on. */
        Agreements: {
            assistance?: boolean;
            book?: boolean;
            /** @description Castling where a Rook was given. */
            castle_without_rook?: boolean;
            /** @description Who begins. */
            first_move?: components["schemas"]["Colour"];
            /** @description How moves are recorded, sealed and sent: `descriptive` or `algebraic`. */
            notation?: string;
            second_board?: boolean;
            /** @description What the lots of a series were drawn from. */
            seed?: string;
            /** @description That questions of fact go to somebody looking on. */
            spectator?: boolean;
            /** @description Whether overstepping the time costs the game. */
            time_forfeit?: boolean;
        };
        /**
         * @description Whether there is an umpire.
         * @enum {string}
         */
        ArbiterPresence: "on-call" | "watching" | "none";
        /** @description A game, briefly. */
        Brief: {
            code: components["schemas"]["Code"];
            /** Format: int64 */
            created_ms: number;
            /** Format: int64 */
            deadline_ms: number | null;
            id: string;
            mode: components["schemas"]["Mode"];
            open: components["schemas"]["Colour"] | null;
            players: components["schemas"]["Players"];
            /** Format: int64 */
            seq: number;
            status: components["schemas"]["Status"];
            title: string | null;
            turn: components["schemas"]["Colour"];
            /** Format: int64 */
            updated_ms: number;
            winner: components["schemas"]["Colour"] | null;
            /** @description The parties of the one who asks. */
            you: components["schemas"]["Seated"][];
            your_turn: boolean;
        };
        /**
         * @description Where something is said.
         * @enum {string}
         */
        Channel: "table" | "white" | "black" | "onlookers";
        /** @description A clause, in our own words. */
        Clause: {
            disposition: components["schemas"]["Disposition"];
            gist: string;
            heading: string;
            label: string;
            parts: components["schemas"]["ClausePart"][];
            /** @description Why it is not played. */
            reason: string | null;
        };
        /** @description A part of a clause. */
        ClausePart: {
            disposition: components["schemas"]["Disposition"];
            gist: string;
        };
        /** @description The clocks at this moment. Seconds used now; to be counted on from `now_ms`. */
        Clock: {
            /** Format: double */
            at: number;
            /** Format: double */
            black: number;
            /** Format: double */
            black_left: number | null;
            /** Format: int32 */
            black_moves: number | null;
            /**
             * Format: int64
             * @description When the flag falls if nothing happens.
             */
            flag_ms: number | null;
            /** Format: int64 */
            now_ms: number;
            running: components["schemas"]["Colour"] | null;
            /** Format: double */
            white: number;
            /** Format: double */
            white_left: number | null;
            /**
             * Format: int32
             * @description Moves still to make in this period.
             */
            white_moves: number | null;
        };
        /**
         * @description A code of laws.
         * @enum {string}
         */
        Code: "xxv" | "bca-1862" | "bcc-1896" | "bcc-1899" | "fide-1931" | "fide-2023";
        /** @description What a code says. */
        CodeAnswer: {
            answer: string;
            /** @description Clauses. */
            authority: string[];
            reading: string | null;
            /** @description Whether the code says nothing, so that a reading is taken. */
            silent: boolean;
        };
        /** @description A code of laws. */
        CodeBriefly: {
            /** @description Whether saying "check", or not saying it, has an effect. */
            announces: boolean;
            /** @description Whether games can be played under it. */
            carried: boolean;
            /** @description How many clauses it has. */
            clauses: number;
            code: components["schemas"]["Code"];
            /** @description What a fallen flag leads to where nobody agreed otherwise. */
            flag: components["schemas"]["FlagFall"];
            /** @description Whether a Pawn on its last rank may remain a Pawn. */
            pawn_may_stay: boolean;
            /** @description Whether a move is made by hand and completed on the clock. */
            presses: boolean;
            /** @description What the players may propose, without an event's regulations. */
            proposals: components["schemas"]["Proposable"][];
            /** @description The fields of a header by which a game under it can be timed. */
            timing: components["schemas"]["Timing"][];
            title: string;
        };
        /** @description The codes. */
        Codes: {
            codes: components["schemas"]["CodeBriefly"][];
        };
        /**
         * @description One of the sides.
         * @enum {string}
         */
        Colour: "white" | "black";
        /** @description A question of law, the codes side by side. */
        Comparison: {
            question: string;
            rows: components["schemas"]["ComparisonRow"][];
            title: string;
        };
        /** @description One point, and what each code says of it. */
        ComparisonRow: {
            answers: {
                [key: string]: components["schemas"]["CodeAnswer"];
            };
            what: string;
        };
        /** @description A computer that plays. */
        Computer: {
            /** @description What the engine calls itself. */
            name: string | null;
            /** @description What it says of what it last did. */
            remark: string | null;
            side: components["schemas"]["Colour"];
            thinking: boolean;
            /** @description A sentence for a person, where something is the matter. */
            trouble: string | null;
        };
        /** @description Name and password. */
        Credentials: {
            /** @description 2 to 32 letters, digits, `_`, `.` or `-`. */
            name: string;
            /**
             * Format: password
             * @description 8 to 256 letters.
             */
            password: string;
        };
        /**
         * @description What becomes of a clause.
         * @enum {string}
         */
        Disposition: "enforced" | "right" | "umpire" | "definition" | "not played";
        /** @description Why a player may not play as he likes. */
        Duty: {
            clause: string;
            text: string;
            /** @description The text as it is said to the player who looks, where it speaks of him. */
            you?: string;
        };
        /** @description One act and what the law said of it. */
        Entry: {
            act: components["schemas"]["Act"];
            /** @description The men after it, as FEN; null to one who plays without sight of the board. */
            board: string | null;
            clock: components["schemas"]["UsedClock"] | null;
            /** @description Moves completed by this act before `record`: a reply that set off conditional moves. */
            earlier?: components["schemas"]["Written"][];
            record: components["schemas"]["Written"] | null;
            refused: components["schemas"]["Refusal"] | null;
            rulings: components["schemas"]["Ruling"][];
            /** Format: int32 */
            seq: number;
            status: components["schemas"]["Status"];
            turn: components["schemas"]["Colour"];
        };
        /**
         * @description A guideline that an event may adopt.
         * @enum {string}
         */
        EventGuideline: "I" | "III";
        /**
         * @description Why a live view ends.
         * @enum {string}
         */
        Farewell: "slow" | "shutdown" | "unauthorized";
        /**
         * @description What a fallen flag leads to: the game is lost, an umpire must decide, or nothing follows.
         * @enum {string}
         */
        FlagFall: "loses" | "umpire" | "nothing";
        /**
         * @description On what a score is written.
         * @enum {string}
         */
        Format: "html" | "text";
        /** @description What was found by a clause's name. */
        FoundClause: {
            clause: components["schemas"]["Clause"];
            /** @enum {string} */
            found: "clause";
            /** @description The questions in whose tables it is cited. */
            questions: string[];
            /** @description Our readings of it. */
            readings: components["schemas"]["ReadingEntry"][];
            /** @description The clauses under it. */
            within: components["schemas"]["Clause"][];
        } | {
            clauses: components["schemas"]["Clause"][];
            /** @enum {string} */
            found: "several";
        };
        /**
         * @description How fast a game is.
         * @enum {string}
         */
        GamePace: "standard" | "rapid" | "blitz";
        /** @description Games, briefly. */
        Games: {
            games: components["schemas"]["Brief"][];
        };
        /** @description A game as one viewer may see it. */
        GameView: {
            /** @description Where the stored record is broken: what is wrong with it. The game is shown up to there and takes no more acts. */
            broken: string | null;
            clock: components["schemas"]["Clock"] | null;
            computer: components["schemas"]["Computer"] | null;
            /** Format: int64 */
            created_ms: number;
            header: components["schemas"]["Header"];
            id: string;
            /** @description One entry for each act after the number asked from. */
            log: components["schemas"]["Entry"][];
            match: string | null;
            next_game: string | null;
            /** Format: int64 */
            now_ms: number;
            /** Format: int32 */
            onlookers: number;
            sealed: components["schemas"]["Sealed"] | null;
            /** @description Players and umpire; onlookers are not listed. */
            seats: components["schemas"]["Seat"][];
            /** Format: int32 */
            seq: number;
            settings: components["schemas"]["SettingsView"];
            signed: components["schemas"]["Signed"] | null;
            /**
             * Format: int64
             * @description When play started.
             */
            started_ms: number | null;
            state: components["schemas"]["State"];
            title: string | null;
            you: components["schemas"]["You"];
        };
        /** @description The header of a record: the terms on which a game is played. */
        Header: {
            /** @description What the players agreed to differently where the code leaves it to them. */
            agreements?: components["schemas"]["Agreements"];
            /** @description Whether there is an umpire. */
            arbiter?: components["schemas"]["ArbiterPresence"];
            /** @description Whether a chess clock stands on the table. */
            clock?: boolean;
            code: components["schemas"]["Code"];
            /**
             * Format: double
             * @description How many seconds late a player may come.
             */
            default_time?: number;
            /** @description Whether an act that would be an offence is refused and changes nothing. */
            guard?: boolean;
            mode?: components["schemas"]["Mode"];
            odds?: components["schemas"]["Odds"];
            previous?: components["schemas"]["Previous"];
            regulations?: components["schemas"]["Regulations"];
            /**
             * Format: int32
             * @description By communication: hours between the receipt of a move and the receipt of its reply.
             */
            reply_hours?: number;
            /** @description Whether players are expected at 0 and each must arrive. */
            scheduled?: boolean;
            sides?: components["schemas"]["Sides"];
            /** @description FEN of the position the game starts from, where it is not the ordinary one. */
            start?: string;
            supervision?: components["schemas"]["Supervision"];
            time_control?: components["schemas"]["TimeControl"];
            time_limit?: components["schemas"]["TimeLimit"];
            undertakings?: components["schemas"]["Undertaking"][];
        };
        /** @description Whether the server is well. */
        Health: {
            /** @description `alive` or `ready`. */
            status: string;
        };
        /** @description Completed illegal moves of each player. */
        IllegalMoves: {
            /** Format: int32 */
            black: number;
            /** Format: int32 */
            white: number;
        };
        /**
         * @description A record to be taken in.
         * @example {
         *       "record": "{\"code\":\"bcc-1899\"}\n{\"by\":\"white\",\"act\":\"move\",\"move\":\"e2e4\"}"
         *     }
         */
        ImportGame: {
            /** @description Colours to whom no board is sent. */
            blindfold?: components["schemas"]["Colour"][] | null;
            /**
             * Format: int32
             * @description By communication: days for a reply.
             */
            days_per_move?: number | null;
            /**
             * Format: int32
             * @description How well the computer plays, from a beginner to as well as it can.
             */
            level?: number | null;
            /** @description Whether anyone may take the empty chair: the game is public, and listed as open. */
            lobby?: boolean | null;
            /** @description The creator's name. */
            name?: string | null;
            opponent?: components["schemas"]["Opponent"] | null;
            /** @description Whether anyone may watch. */
            public?: boolean | null;
            /** @description The record: a header and one act per line. */
            record: string;
            side?: components["schemas"]["Side"] | null;
            /**
             * Format: int64
             * @description When play starts, for a game with a schedule.
             */
            starts_ms?: number | null;
            temper?: components["schemas"]["Temper"] | null;
            /** @description What people call it. */
            title?: string | null;
            /** @description Whether there is an umpire. */
            umpire?: boolean | null;
        };
        /** @description A penalty with its measure. */
        Imposed: {
            penalty: components["schemas"]["SanctionName"];
            /** Format: double */
            score?: number;
            /** Format: double */
            seconds?: number;
        };
        /** @description Letters, the latest first. */
        Inbox: {
            items: components["schemas"]["Letter"][];
        };
        /**
         * @description An incident.
         * @example {
         *       "acts": [
         *         {
         *           "act": "move",
         *           "by": "white",
         *           "move": "e2e5"
         *         }
         *       ],
         *       "header": {}
         *     }
         */
        Incident: {
            /** @description The acts. */
            acts: components["schemas"]["Act"][];
            /** @description Which codes are asked; all where nothing is said. */
            codes?: components["schemas"]["Code"][] | null;
            /** @description The header of a record; its code is passed over. */
            header: components["schemas"]["IncidentHeader"];
        };
        /** @description The header of a record; its code is passed over. */
        IncidentHeader: {
            /** @description What the players agreed to differently where the code leaves it to them. */
            agreements?: components["schemas"]["Agreements"];
            /** @description Whether there is an umpire. */
            arbiter?: components["schemas"]["ArbiterPresence"];
            /** @description Whether a chess clock stands on the table. */
            clock?: boolean;
            code?: components["schemas"]["Code"];
            /**
             * Format: double
             * @description How many seconds late a player may come.
             */
            default_time?: number;
            /** @description Whether an act that would be an offence is refused and changes nothing. */
            guard?: boolean;
            mode?: components["schemas"]["Mode"];
            odds?: components["schemas"]["Odds"];
            previous?: components["schemas"]["Previous"];
            regulations?: components["schemas"]["Regulations"];
            /**
             * Format: int32
             * @description By communication: hours between the receipt of a move and the receipt of its reply.
             */
            reply_hours?: number;
            /** @description Whether players are expected at 0 and each must arrive. */
            scheduled?: boolean;
            sides?: components["schemas"]["Sides"];
            /** @description FEN of the position the game starts from, where it is not the ordinary one. */
            start?: string;
            supervision?: components["schemas"]["Supervision"];
            time_control?: components["schemas"]["TimeControl"];
            time_limit?: components["schemas"]["TimeLimit"];
            undertakings?: components["schemas"]["Undertaking"][];
        };
        /** @description An invitation: whom it is for, and its secret. */
        Invitation: {
            code: string;
            link: string;
            name: string | null;
            party: components["schemas"]["Invitee"];
            /**
             * Format: int64
             * @description Which person of a consulting side.
             */
            person: number;
        };
        /** @description Where an invitation leads, shown before one sits down. */
        InvitationShown: {
            game: string;
            /**
             * Format: int64
             * @description How many games, where it is a match.
             */
            games: number | null;
            header: components["schemas"]["Header"];
            names: components["schemas"]["Players"];
            parties: components["schemas"]["Seated"][];
            role: components["schemas"]["Role"];
            settings: components["schemas"]["SettingsView"];
            taken: boolean;
        };
        /** @description A new invitation: for onlookers, for a player whose seat waits, or for an umpire on whom both players have agreed. */
        Invite: {
            party: components["schemas"]["Invitee"];
        };
        /**
         * @description Whom an invitation is for.
         * @enum {string}
         */
        Invitee: "white" | "black" | "umpire" | "onlooker";
        /** @description What each code says of an incident. */
        Judged: {
            /** @description By the code's name. */
            codes: {
                [key: string]: components["schemas"]["JudgedUnder"];
            };
        };
        /** @description What one code says of an incident. */
        JudgedUnder: {
            /** @description The state before any act, then after each. */
            states: components["schemas"]["State"][];
            stopped: components["schemas"]["Stopped"] | null;
        };
        /** @description Whoever deletes his account says his password again. */
        LeaveForGood: {
            password: string;
        };
        /** @description A letter. */
        Letter: {
            /** Format: int64 */
            created_ms: number;
            game: string;
            /** Format: int64 */
            id: number;
            kind: components["schemas"]["LetterKind"];
            read: boolean;
            text: string;
        };
        /**
         * @description What a letter is about.
         * @enum {string}
         */
        LetterKind: "your-turn" | "reminder" | "invitation" | "offer" | "ended";
        /** @description What is let in. */
        Limits: {
            /**
             * Format: int32
             * @description The most acts of a game.
             */
            acts: number;
            /** @description The longest body of an ordinary request. */
            body_bytes: number;
            /**
             * Format: int32
             * @description From one address; 0 for no limit.
             */
            requests_per_second: number;
        };
        /** @description A series of games. */
        Match: {
            /** Format: int64 */
            games: number;
            id: string;
            persons: components["schemas"]["Persons"];
            played: components["schemas"]["Played"][];
            score: components["schemas"]["Score"];
            title: string | null;
        };
        /** @description How he undertakes to mate. */
        Mate: {
            /** @description The square of the King. */
            on?: string;
            /** @description The square where the man stood at the start. */
            with?: string;
        };
        /** @description The account of the one who asks. */
        Me: {
            /** Format: int64 */
            created_ms: number;
            /**
             * Format: int64
             * @description Letters not yet read.
             */
            inbox: number;
            name: string;
        };
        /** @description Something said. */
        Message: {
            author: string | null;
            channel: components["schemas"]["Channel"];
            /** Format: int64 */
            id: number;
            party: components["schemas"]["Invitee"];
            /** Format: int64 */
            sent_ms: number;
            text: string;
        };
        /** @description Messages, in order. */
        Messages: {
            messages: components["schemas"]["Message"][];
        };
        /**
         * @description Over the board, or by communication.
         * @enum {string}
         */
        Mode: "board" | "communication";
        /** @description A new password in place of the old one. */
        NewPassword: {
            new: string;
            old: string;
        };
        /** @description For which program a secret is. */
        NewToken: {
            name?: string | null;
        };
        /** @description The next game of a match. */
        NextGame: {
            game: components["schemas"]["GameView"];
            id: string;
            match: components["schemas"]["Match"];
        };
        /** @description Odds. */
        Odds: {
            giver: components["schemas"]["Colour"];
            /** @description Names of men (`pawn`, `knight`, `bishop`, `rook`, `queen`) or squares. */
            men?: string[];
            /**
             * Format: int32
             * @description How many moves the receiver makes at the start.
             */
            moves?: number;
        };
        /** @description A game that was opened: what its creator is told, once. */
        Opened: {
            game: components["schemas"]["GameView"];
            id: string;
            /** @description Secrets are not kept: these links are shown here and nowhere else. */
            invitations: components["schemas"]["Invitation"][];
            /** @description The creator's own link; its secret is after `#` and never sent. */
            link: string;
            /** @description The match, where it is its first game. */
            match?: components["schemas"]["Match"];
            parties: components["schemas"]["Seated"][];
            role: components["schemas"]["Role"];
            /** @description The creator's seat token. */
            token: string;
        };
        /** @description What was in the envelope. */
        OpenedEnvelope: {
            nonce: string;
            record: string;
        };
        /**
         * @description A game to be opened.
         * @example {
         *       "header": {
         *         "code": "bcc-1899"
         *       },
         *       "name": "Ann"
         *     }
         */
        OpenGame: {
            /** @description Colours to whom no board is sent. */
            blindfold?: components["schemas"]["Colour"][] | null;
            /**
             * Format: int32
             * @description By communication: days for a reply.
             */
            days_per_move?: number | null;
            /** @description The terms. */
            header: components["schemas"]["Header"];
            /**
             * Format: int32
             * @description How well the computer plays, from a beginner to as well as it can.
             */
            level?: number | null;
            /** @description Whether anyone may take the empty chair: the game is public, and listed as open. */
            lobby?: boolean | null;
            /** @description The creator's name. */
            name?: string | null;
            opponent?: components["schemas"]["Opponent"] | null;
            /** @description Whether anyone may watch. */
            public?: boolean | null;
            side?: components["schemas"]["Side"] | null;
            /**
             * Format: int64
             * @description When play starts, for a game with a schedule.
             */
            starts_ms?: number | null;
            temper?: components["schemas"]["Temper"] | null;
            /** @description What people call it. */
            title?: string | null;
            /** @description Whether there is an umpire. */
            umpire?: boolean | null;
        };
        /**
         * @description A match to be opened, with its first game.
         * @example {
         *       "games": 6,
         *       "header": {
         *         "code": "bcc-1899"
         *       }
         *     }
         */
        OpenMatch: {
            /** @description Colours to whom no board is sent. */
            blindfold?: components["schemas"]["Colour"][] | null;
            /**
             * Format: int32
             * @description By communication: days for a reply.
             */
            days_per_move?: number | null;
            /**
             * Format: int64
             * @description How many games.
             */
            games: number;
            /** @description The terms of every game. */
            header: components["schemas"]["Header"];
            /**
             * Format: int32
             * @description How well the computer plays, from a beginner to as well as it can.
             */
            level?: number | null;
            /** @description Whether anyone may take the empty chair: the game is public, and listed as open. */
            lobby?: boolean | null;
            /** @description The creator's name. */
            name?: string | null;
            opponent?: components["schemas"]["Opponent"] | null;
            /** @description Whether anyone may watch. */
            public?: boolean | null;
            side?: components["schemas"]["Side"] | null;
            /**
             * Format: int64
             * @description When play starts, for a game with a schedule.
             */
            starts_ms?: number | null;
            temper?: components["schemas"]["Temper"] | null;
            /** @description What people call it. */
            title?: string | null;
            /** @description Whether there is an umpire. */
            umpire?: boolean | null;
        };
        /**
         * @description Who sits opposite: whoever opens the link, the same person at this screen, or the server's engine.
         * @enum {string}
         */
        Opponent: "link" | "here" | "computer";
        /**
         * @description Who acts.
         * @enum {string}
         */
        Party: "white" | "black" | "umpire" | "timekeeper";
        /** @description A time during which no clock runs: a vacation by agreement. */
        Pause: {
            /** Format: int64 */
            from_ms: number;
            /** Format: int64 */
            until_ms: number;
        };
        /** @description So many moves in so many seconds. */
        Period: {
            /** Format: int32 */
            moves: number;
            /** Format: double */
            seconds: number;
        };
        /**
         * @description A person of a match: `a` opened it.
         * @enum {string}
         */
        Person: "a" | "b";
        /** @description Names. */
        Persons: {
            a: string | null;
            b: string | null;
        };
        /** @description One game of a match. */
        Played: {
            first_move: components["schemas"]["Colour"];
            game: string;
            /** Format: int64 */
            number: number;
            status: components["schemas"]["Status"];
            /** @description Who has the white men. */
            white: components["schemas"]["Person"];
            winner: components["schemas"]["Colour"] | null;
        };
        /** @description Names by side. */
        Players: {
            black: string[];
            white: string[];
        };
        /** @description The game before this one in a sitting or match. */
        Previous: {
            first_move: components["schemas"]["Colour"];
            status: components["schemas"]["PreviousStatus"];
        };
        /**
         * @description How a game before this one ended.
         * @enum {string}
         */
        PreviousStatus: "won" | "drawn" | "annulled" | "lost-by-both" | "lost-by-one";
        /** @description What every address says when something is wrong. */
        Problem: {
            /** @description A sentence for a person. */
            detail: string;
            /** @description Where it is. */
            field?: string;
            /** @description Where the game has moved on: how it stands. */
            game?: components["schemas"]["GameView"];
            /** @enum {string} */
            kind: "malformed" | "unauthorized" | "forbidden" | "not-found" | "not-allowed" | "stale" | "broken" | "taken" | "too-large" | "invalid" | "impossible" | "too-many" | "unavailable" | "internal";
            /**
             * Format: int32
             * @description Which line of a record.
             */
            line?: number;
            /** @description Clauses that may be meant. */
            nearest?: string[];
            /** @description Questions that can be asked. */
            questions?: string[];
            request_id: string;
            /** Format: int32 */
            status: number;
            /** @description The status in words. */
            title: string;
            type: string;
        };
        /** @description A program's secret; it is not shown again. */
        ProgramToken: {
            token: string;
        };
        /**
         * @description What the players may propose to one another in any game: to draw it, to annul it, to adjourn it.
         * @enum {string}
         */
        Proposable: "draw" | "annul" | "adjourn";
        /** @description A vacation that waits for the opponent's consent. */
        Proposed: {
            by: components["schemas"]["Colour"];
            /** Format: int32 */
            days: number;
        };
        /** @description A question of law. */
        QuestionBriefly: {
            question: string;
            title: string;
        };
        /** @description The questions on which codes are compared. */
        Questions: {
            questions: components["schemas"]["QuestionBriefly"][];
        };
        /** @description What a text means. */
        Reading: {
            /** @description How many there are. */
            count: number;
            /** @description The moves it can mean; none to one who plays without sight of the board. */
            moves: components["schemas"]["Written"][];
            problem: string | null;
            remarks: string[];
            /** @description Where in the text the problem is: from, to. */
            span: number[] | null;
            text: string;
            understood: boolean;
        };
        /** @description How we take a code where it is silent or unclear. */
        ReadingEntry: {
            choice: string;
            clauses: string[];
            codes: components["schemas"]["Code"][];
            id: string;
            reason: string;
            /** @description The question. */
            words: string;
        };
        /** @description The numbered readings. */
        Readings: {
            readings: components["schemas"]["ReadingEntry"][];
        };
        /**
         * @description A move as written, to be read in a position.
         * @example {
         *       "text": "Kt-KB3"
         *     }
         */
        ReadInPosition: {
            code?: components["schemas"]["Code"] | null;
            /** @description The position, as FEN; the ordinary array where nothing is said. */
            fen?: string | null;
            /** @description The move as written. */
            text: string;
        };
        /** @description What has been read. */
        ReadLetters: {
            /** @description Numbers of letters. */
            ids: number[];
        };
        /**
         * @description A move as written, to be read in a game.
         * @example {
         *       "text": "Kt-KB3"
         *     }
         */
        ReadText: {
            /** @description The move as written. */
            text: string;
        };
        /** @description Why an act had no effect. */
        Refusal: {
            clause: string | null;
            why: string;
            /** @description The reason as it is said to the player who looks, where it speaks of him. */
            you?: string;
        };
        /** @description What an event chose where the code leaves it to events. */
        Regulations: {
            /** @description Devices may be in a bag, switched off. */
            bag?: boolean;
            /**
             * Format: double
             * @description What an illegal move gives the opponent, where it is not the ordinary time.
             */
            bonus_seconds?: number;
            device_penalty?: components["schemas"]["SanctionName"] | components["schemas"]["Imposed"];
            guidelines?: components["schemas"]["EventGuideline"][];
            no_draw_before?: number | "ever";
            /** @description What a win, a draw and a loss score. */
            points?: number[];
            report_leaving?: boolean;
        };
        /** @description Another link to one's own seat. */
        Renewed: {
            link: string;
            token: string;
        };
        /** @description A right now open: an act that can be given back as it stands, with the clause that gives it, a short text, and what would follow. */
        Right: {
            /** @description resume: who was not there at the time fixed */
            absent?: ("white" | "black")[];
            /** @description touch, upset: it was not on purpose */
            accident?: boolean;
            act: components["schemas"]["ActName"];
            /** @description send: the reading of the opponent's text that is adopted with the reply */
            adopt?: string;
            /** @description resume: the men as they were set up, where it was otherwise than they stood (FEN); decide: the position from which play goes on (FEN) */
            board?: string;
            by: components["schemas"]["Party"];
            /** @description waive: the clause of what is let pass; penalise: the clause broken */
            clause?: string;
            clocks?: components["schemas"]["UsedTimes"];
            /**
             * @description promote: white or black, where the piece is of the wrong colour
             * @enum {string}
             */
            colour?: "white" | "black";
            /** @description offer: a condition put to it, in words */
            condition?: string;
            /**
             * @description point-out: which error
             * @enum {string}
             */
            error?: "board" | "men" | "first-move" | "illegal-move" | "king-left-in-check" | "dropped-man" | "resumed-position" | "touched-man" | "colours" | "clock" | "displaced-man" | "illegal-position";
            /** @description decide: what he finds to be so: accident, wilful, unascertainable, valid-reason, … */
            fact?: string;
            /**
             * @description claim: on which ground
             * @enum {string}
             */
            ground?: "agreement" | "repetition" | "fifty-moves" | "endless-checks" | "drawn-game" | "stalemate" | "forfeit" | "mate" | "normal-means" | "no-effort";
            /**
             * @description press: with which hand, where it was not the one that moved
             * @enum {string}
             */
            hand?: "other";
            /** @description move, promote: 2 where both hands were used */
            hands?: number;
            /** @description touch: the hand stays on it */
            hold?: boolean;
            /**
             * @description promote: how the piece is shown; device: what is noticed of it
             * @enum {string}
             */
            how?: "piece" | "named" | "substitute" | "rings" | "found" | "used";
            /** @description send: pairs: [assumed reply, own next move] */
            if?: string[][];
            /** @description It lapses as soon as he who has it touches a man. */
            lapses?: boolean;
            /** @description conduct: he has leave to do it */
            leave?: boolean;
            left?: components["schemas"]["UsedTimes"];
            /** @description exact: the man named */
            man?: string;
            /**
             * @description press: how, where it was not properly done
             * @enum {string}
             */
            manner?: "forcible" | "lifted" | "knocked";
            /** @description exact: the men named, where there are two */
            men?: string[];
            /** @description remove: it was dropped, or taken off outside a move */
            mistake?: boolean;
            /** @description move, adopt: a move, such as e2e4 or e7e8q; exact: the move named; claim: the move intended, written down and declared; point-out: which move, counting all that were made by hand; decide: the move he finds to have been made */
            move?: string | number;
            /** @description decide: the number of moves he allows */
            moves_allowed?: number;
            /** @description claim: one of: upset, falsify, second-board, book, assistance, refusal, time, absence, or a clause */
            offence?: string;
            /**
             * @description penalise: whom: white or black
             * @enum {string}
             */
            party?: "white" | "black";
            /**
             * @description exact, penalise: which penalty
             * @enum {string}
             */
            penalty?: "A" | "B" | "C" | "A+B" | "A+C" | "move" | "take" | "king" | "other" | "stand" | "replace" | "warning" | "add-time" | "take-time" | "opponent-score" | "own-score" | "loss" | "fine" | "exclude" | "expel";
            /** @description Which person of a consulting side. */
            player?: string;
            /** @description dispute: the question in words; decide: the question he decides; one stands open at a time, and it may be repeated */
            question?: string;
            /** @description seal: the move as written, or an empty string; null to all but its writer until it is opened */
            record?: string | null;
            /**
             * @description sign: the result; decide: how the game ends, where he ends it
             * @enum {string}
             */
            result?: "1-0" | "0-1" | "1/2-1/2" | "white" | "black" | "drawn" | "annulled";
            /** @description decide: his words */
            ruling?: string;
            /** @description move: what was said with the move: check, mate or free words */
            say?: string;
            /** @description penalise: what the opponent scores, or with own-score the most that the player keeps; decide: the opponent's points, where he finds one player persistent */
            score?: number;
            /** @description penalise: how many seconds are given or taken; award: the seconds given to one player, or to each */
            seconds?: number | {
                black?: number;
                white?: number;
            };
            /**
             * @description flag: whose flag
             * @enum {string}
             */
            side?: "white" | "black" | "both";
            /** @description touch, adjust, lift, place, remove: a square, a1 to h8; quit: which man, where two are in hand; promote: where it is put: for a man named earlier, or before or after the Pawn is taken off; require: the man concerned */
            square?: string;
            /** @description touch: a square, a1 to h8; displace: a list of squares */
            squares?: string[];
            /** @description send: the move as written, or "texts" for several */
            text?: string;
            /** @description send: the move as written, or "texts" for several */
            texts?: string[];
            /** @description The state that would follow; null where it must not be known yet. */
            then: null | components["schemas"]["Then"];
            /** @description What endgame tables said, where they were asked. */
            theory?: number;
            /**
             * @description promote: one of: q, r, b, n, p, k
             * @enum {string}
             */
            to?: "q" | "r" | "b" | "n" | "p" | "k";
            /** @description require: what is required; consent: what is consented to; offer: what is offered; accept, decline: what was offered; demand: what is demanded; score: how it is kept; conduct: what he does; request: what is asked for. Known words: replace-man, remove-hand, quit, complete-castling, rook-move-stands, annul, retract, replace-promoted, proceed, adjust-board, adjust-men, rectify, add-men, remove-odds, recommence, draw, adjourn, go-on, umpire, correct, mate-in-fifty, behind, ahead, hidden, notes, other-notation, up-to-date, leaves-area, leaves-venue, advice, analyses, distracts, noise, smokes, refuses-inspection, disrepute, sheet, explanation, increment, piece */
            what?: string;
            /**
             * @description device: where it is
             * @enum {string}
             */
            where?: "person" | "bag";
            /** @description pause: why, in words */
            why?: string;
            /** @description say: what was said: check, mate or free words */
            words?: string;
            /** @description The text as it is said to the player who looks, where it speaks of him. */
            you?: string;
        };
        /** @description Rights by party. */
        Rights: {
            black: components["schemas"]["Right"][];
            umpire: components["schemas"]["Right"][];
            white: components["schemas"]["Right"][];
        };
        /**
         * @description As what somebody looks at a game.
         * @enum {string}
         */
        Role: "player" | "umpire" | "onlooker";
        /** @description What the law said. */
        Ruling: {
            clause: string;
            party: components["schemas"]["Party"] | null;
            text: string;
            /** @description The text as it is said to the player who looks, where it speaks of him. */
            you?: string;
        };
        /**
         * @description What the umpire imposes.
         * @enum {string}
         */
        SanctionName: "warning" | "add-time" | "take-time" | "opponent-score" | "own-score" | "loss" | "fine" | "exclude" | "expel";
        /**
         * @description Something to say.
         * @example {
         *       "channel": "table",
         *       "text": "good luck"
         *     }
         */
        Say: {
            channel: components["schemas"]["Channel"];
            /** @description The author's own name for this attempt. */
            key?: string | null;
            /** @description What is said. */
            text: string;
        };
        /** @description What a live view says: `sit` first, within ten seconds. */
        Says: {
            /** Format: int32 */
            from?: number | null;
            /** @description The seat token; nothing for a session or a public game. */
            token?: string | null;
            /** @enum {string} */
            type: "sit";
        } | {
            /** @enum {string} */
            type: "ping";
        };
        /** @description Points. */
        Score: {
            /** Format: double */
            a: number;
            /** Format: double */
            b: number;
        };
        /** @description What each player scores. */
        Scores: {
            /** Format: double */
            black: number;
            /** Format: double */
            white: number;
        };
        /** @description A sealed move: what both players may check it by. */
        Sealed: {
            by: components["schemas"]["Colour"];
            /** @description Of what the commitment is the hash. */
            checks: string;
            /** @description BLAKE3, hexadecimal. */
            commitment: string;
            opened: components["schemas"]["OpenedEnvelope"] | null;
        };
        /** @description A seat as everybody may see it. */
        Seat: {
            name: string | null;
            party: components["schemas"]["Seated"];
            /** Format: int64 */
            person: number;
            present: boolean;
            /** Format: int64 */
            seat: number;
            taken: boolean;
        };
        /**
         * @description A party one can act for.
         * @enum {string}
         */
        Seated: "white" | "black" | "umpire";
        /**
         * @description An act for a game.
         * @example {
         *       "act": {
         *         "act": "move",
         *         "move": "e2e4"
         *       },
         *       "expected_seq": 0,
         *       "key": "1"
         *     }
         */
        SendAct: {
            /** @description The act, as in the record. */
            act: components["schemas"]["ActSent"];
            /**
             * Format: int32
             * @description How many acts its author has seen.
             */
            expected_seq: number;
            /** @description His own name for this attempt: the same key again is the same act. */
            key: string;
            /**
             * Format: int64
             * @description The number of the author's own live view: it is not told of the act a second time.
             */
            view?: number | null;
        };
        /** @description What was settled beside the header. */
        SettingsView: {
            /** @description Colours to whom no board is sent. */
            blindfold: components["schemas"]["Colour"][];
            opponent: components["schemas"]["Opponent"];
            public: boolean;
            vacation: components["schemas"]["VacationView"];
        };
        /**
         * @description The creator's own seat.
         * @enum {string}
         */
        Side: "white" | "black" | "random" | "umpire";
        /** @description Who consults on each side. */
        Sides: {
            black?: string[];
            white?: string[];
        };
        /** @description A game up to an act, signed by the server: `jadoube admin verify` checks a downloaded record by it. */
        Signed: {
            game: string;
            /** @description The last hash of the chain of acts, and of when play started and stood still (BLAKE3, hexadecimal). */
            head: string;
            /** @description The server's public key, hexadecimal. */
            key: string;
            /** Format: int32 */
            seq: number;
            /** @description Ed25519, hexadecimal. */
            signature: string;
        };
        /** @description How a game stands after an act. */
        State: {
            /** @description The men as they stand, as FEN; null to one who plays without sight of the board. */
            board: string | null;
            /** @description The clause that ended the game. */
            clause: string | null;
            clock: components["schemas"]["UsedClock"] | null;
            duty: components["schemas"]["Duty"] | null;
            illegal: components["schemas"]["IllegalMoves"] | null;
            made: components["schemas"]["Colour"] | null;
            /** @description What the player on turn may play without breaking the law, in UCI. */
            moves: string[];
            next_first_move: components["schemas"]["Colour"] | null;
            /** @description Every right now open, as far as the viewer may see it. */
            options: components["schemas"]["Rights"];
            /** @description To a player: what his opponent is choosing from, after something that gives him the choice. */
            pending?: components["schemas"]["Duty"][];
            record: components["schemas"]["Written"] | null;
            refused: components["schemas"]["Refusal"] | null;
            /** @description What the law said of this act. */
            rulings: components["schemas"]["Ruling"][];
            score: components["schemas"]["Scores"] | null;
            /**
             * Format: int32
             * @description How many acts have happened.
             */
            seq: number;
            status: components["schemas"]["Status"];
            turn: components["schemas"]["Colour"];
            winner: components["schemas"]["Colour"] | null;
        };
        /**
         * @description How a game stands.
         * @enum {string}
         */
        Status: "in-play" | "adjourned" | "suspended" | "won" | "drawn" | "annulled" | "lost-by-both" | "lost-by-one";
        /** @description Where judging stopped: the act cannot have happened. */
        Stopped: {
            /** @description From 1; 0 where the game cannot be opened under this code. */
            act: number;
            detail: string;
        };
        /**
         * @description How a score is written.
         * @enum {string}
         */
        Style: "descriptive" | "algebraic" | "full";
        /**
         * @description How closely a fast game is watched.
         * @enum {string}
         */
        Supervision: "ordinary" | "adequate";
        /**
         * @description How the computer takes the law: all that it gives, letting errors pass, or offending now and then itself.
         * @enum {string}
         */
        Temper: "strict" | "gentle" | "rogue";
        /** @description What would follow. */
        Then: {
            board: string;
            moves: string[];
            status: components["schemas"]["Status"];
            turn: components["schemas"]["Colour"];
            winner: components["schemas"]["Colour"] | null;
        };
        /** @description How time is given. */
        TimeControl: {
            kind?: components["schemas"]["GamePace"];
            /** @description In order; the last has no number of moves. */
            periods?: components["schemas"]["TimePeriod"][];
        };
        /** @description So many moves within so much of one's own time. */
        TimeLimit: {
            /** @description Periods, moves counted from the start. */
            by?: components["schemas"]["Period"][];
            /**
             * Format: double
             * @description When play ends for good, in seconds of the wall.
             */
            close_of_play?: number;
            then?: components["schemas"]["Period"];
        };
        /** @description So much time for so many moves, or for the rest of the game. */
        TimePeriod: {
            /**
             * Format: double
             * @description Passes before the time itself runs.
             */
            delay?: number;
            /**
             * Format: double
             * @description Added before each move. Not together with `delay`.
             */
            increment?: number;
            /** Format: int32 */
            moves?: number;
            /** Format: double */
            seconds: number;
        };
        /**
         * @description A field of a header that times a game.
         * @enum {string}
         */
        Timing: "time_limit" | "time_control";
        /** @description What a live view is told. */
        Told: {
            game: components["schemas"]["GameView"];
            /** @enum {string} */
            type: "hello";
            /** Format: int64 */
            view: number;
        } | {
            clock: components["schemas"]["Clock"] | null;
            entries: components["schemas"]["Entry"][];
            sealed: components["schemas"]["Sealed"] | null;
            /** Format: int32 */
            seq: number;
            state: components["schemas"]["State"];
            /** @enum {string} */
            type: "acts";
        } | {
            /** Format: double */
            at: number;
            /** Format: double */
            black?: number;
            /** Format: int64 */
            flag_ms: number | null;
            /** Format: int64 */
            now_ms: number;
            running: components["schemas"]["Colour"];
            /** @enum {string} */
            type: "clock";
            /** Format: double */
            white?: number;
        } | {
            /** Format: int32 */
            onlookers: number;
            seats: components["schemas"]["Seat"][];
            /** @enum {string} */
            type: "seats";
        } | {
            computer: components["schemas"]["Computer"] | null;
            /** @enum {string} */
            type: "computer";
        } | {
            message: components["schemas"]["Message"];
            /** @enum {string} */
            type: "chat";
        } | {
            game: string;
            /** @enum {string} */
            type: "next";
        } | {
            /** Format: int64 */
            now_ms: number;
            /** @enum {string} */
            type: "pong";
        } | {
            detail: string;
            reason: components["schemas"]["Farewell"];
            /** @enum {string} */
            type: "bye";
        };
        /** @description To mate with a certain man or on a certain square, or to be mated or stalemated. */
        Undertaking: {
            by: components["schemas"]["Colour"];
            /**
             * @description What he engages to suffer.
             * @enum {string}
             */
            engage?: "be-mated" | "be-stalemated";
            mate?: components["schemas"]["Mate"];
        };
        /** @description Seconds used, and whose clock runs. */
        UsedClock: {
            added: components["schemas"]["AddedTimes"] | null;
            /** Format: double */
            black: number;
            left: components["schemas"]["UsedTimes"] | null;
            running: components["schemas"]["Colour"] | null;
            /** Format: double */
            white: number;
        };
        /** @description Seconds used by each side. */
        UsedTimes: {
            /** Format: double */
            black: number;
            /** Format: double */
            white: number;
        };
        /**
         * @description A vacation: either days, which proposes, or accept.
         * @example {
         *       "days": 14
         *     }
         */
        Vacation: {
            /** @description Accepts what the opponent proposed. */
            accept?: boolean | null;
            /**
             * Format: int32
             * @description Proposes so many days.
             */
            days?: number | null;
        };
        /** @description Vacations. */
        VacationView: {
            agreed: components["schemas"]["Pause"][];
            proposed: components["schemas"]["Proposed"] | null;
        };
        /** @description Seats not yet taken. */
        Waiting: {
            waiting: components["schemas"]["WaitingSeat"][];
        };
        /** @description A seat not yet taken. */
        WaitingSeat: {
            name: string | null;
            party: components["schemas"]["Invitee"];
            /** Format: int64 */
            person: number;
            /**
             * Format: int64
             * @description Its number, by which it can be revoked.
             */
            seat: number;
        };
        /** @description A code with all its clauses, in printed order. */
        WholeCode: {
            clauses: components["schemas"]["Clause"][];
            code: components["schemas"]["Code"];
            title: string;
        };
        /** @description A move as it is written. */
        Written: {
            algebraic: string;
            descriptive: string;
            full: string;
            uci: string;
        };
        /** @description The one who asks. */
        You: {
            /** @description Whether no board is sent. */
            blindfold: boolean;
            name: string | null;
            parties: components["schemas"]["Seated"][];
            role: components["schemas"]["Role"];
            /** Format: int64 */
            seat: number | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
