// ARGS: solve %s --format json
// EXIT: 10
sig A { f: set B, g: A -> lone B }
sig B {}
run { some f and some g } for 2
never: run { some f and no B } for 2
wrong: check { no f } for 1
// EXPECT STDOUT
// {
//   "tool": "braid",
//   "version": "0.1.0",
//   "input": "json.als",
//   "commands": [
//     {
//       "name": "run$1",
//       "kind": "run",
//       "result": "instance found",
//       "as_expected": true,
//       "reason": null,
//       "cut_by_overflow": false,
//       "instances": [
//         {
//           "sigs": {
//             "A": [
//               "A$0",
//               "A$1"
//             ],
//             "B": [
//               "B$0",
//               "B$1"
//             ]
//           },
//           "fields": [
//             {
//               "sig": "A",
//               "name": "f",
//               "tuples": [
//                 [
//                   "A$0",
//                   "B$0"
//                 ],
//                 [
//                   "A$0",
//                   "B$1"
//                 ],
//                 [
//                   "A$1",
//                   "B$0"
//                 ]
//               ]
//             },
//             {
//               "sig": "A",
//               "name": "g",
//               "tuples": [
//                 [
//                   "A$0",
//                   "A$0",
//                   "B$1"
//                 ],
//                 [
//                   "A$0",
//                   "A$1",
//                   "B$1"
//                 ]
//               ]
//             }
//           ],
//           "variables": {}
//         }
//       ],
//       "core": [],
//       "core_is_minimal": false,
//       "stats": {
//         "variables": 58,
//         "primary_variables": 16,
//         "clauses": 100,
//         "conflicts": 0,
//         "translate_seconds": 0.0,
//         "solver_seconds": 0.0
//       }
//     },
//     {
//       "name": "never",
//       "kind": "run",
//       "result": "no instance",
//       "as_expected": false,
//       "reason": null,
//       "cut_by_overflow": false,
//       "instances": [],
//       "core": [
//         {
//           "label": "field f",
//           "file": "json.als",
//           "line": 3,
//           "column": 9
//         },
//         {
//           "label": "never",
//           "file": "json.als",
//           "line": 6,
//           "column": 14
//         }
//       ],
//       "core_is_minimal": true,
//       "stats": {
//         "variables": 58,
//         "primary_variables": 16,
//         "clauses": 101,
//         "conflicts": 6,
//         "translate_seconds": 0.0,
//         "solver_seconds": 0.0
//       }
//     },
//     {
//       "name": "wrong",
//       "kind": "check",
//       "result": "counterexample found",
//       "as_expected": false,
//       "reason": null,
//       "cut_by_overflow": false,
//       "instances": [
//         {
//           "sigs": {
//             "A": [
//               "A$0"
//             ],
//             "B": [
//               "B$0"
//             ]
//           },
//           "fields": [
//             {
//               "sig": "A",
//               "name": "f",
//               "tuples": [
//                 [
//                   "A$0",
//                   "B$0"
//                 ]
//               ]
//             },
//             {
//               "sig": "A",
//               "name": "g",
//               "tuples": [
//                 [
//                   "A$0",
//                   "A$0",
//                   "B$0"
//                 ]
//               ]
//             }
//           ],
//           "variables": {}
//         }
//       ],
//       "core": [],
//       "core_is_minimal": false,
//       "stats": {
//         "variables": 9,
//         "primary_variables": 4,
//         "clauses": 7,
//         "conflicts": 0,
//         "translate_seconds": 0.0,
//         "solver_seconds": 0.0
//       }
//     }
//   ]
// }
